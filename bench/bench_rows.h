/* Adds rows to Google Benchmark. The name of a row is a path, such as `intercept2d/avx2/exact/tight/10240` or
   `rival/highway/avx2/tight/10240`. Each row reports `ns` per agent and agents per second (items). It also
   reports its quickest call (`least`) and its median call (`typical`), both in ns per agent. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench_data.h"
#include "plain.h"
#include "rival.h"

namespace bench {

using row = ::benchmark::internal::Benchmark;

constexpr size_t in_cache_count = 512; /* the columns of this many agents fit the first-level cache */

std::string library_name(const way_behaviour *behaviour, const std::string &isa, way_precision precision,
                         layout how, size_t count, extras with = extras::none);
row *add_library(const way_behaviour *behaviour, const std::string &isa, way_precision precision, layout how,
                 size_t count, extras with = extras::none);

struct rival {
    const char *name, *isa;
    rival_function *solve;
    bool is_floor; /* only streams the columns, so its time is a lower bound for the others' */
};
/* Returns the rivals that were built and that this machine can run. */
const std::vector<rival> &rivals();
const rival *rival_named(const std::string &name, const std::string &isa);

std::string rival_name(const rival &which, layout how, size_t count);
row *add_rival(const rival &which, layout how, size_t count);

/* The variants of a plain loop. `plain` is the loop of plain.h, and `angles` uses angles and trigonometry.
   `scalar` is the plain loop without vectors, `doubles` has variables of type double, and `v3` and `v4` are
   compiled for x86-64-v3 and -v4. */
enum class form { plain, angles, scalar, doubles, v3, v4 };
/* Returns v3 for AVX2, v4 for AVX-512, and `plain` for other instruction sets. */
form form_as_wide_as(const std::string &isa);
/* Returns nullptr if the loop does not exist or this machine cannot run it. */
plain_function *plain_named(const std::string &behaviour, form of = form::plain);
std::string plain_name(const way_behaviour *behaviour, layout how, size_t count, form of = form::plain);
/* Adds a row named `name` for any function that takes a behaviour's tight columns. */
row *add_loop(const std::string &name, plain_function *loop, const way_behaviour *behaviour, layout how,
              size_t count);
row *add_plain(const way_behaviour *behaviour, layout how, size_t count, form of = form::plain);

/* Does the plain loop of a behaviour give the library's answers? Prints differences to stderr. */
bool plain_agrees(const way_behaviour *behaviour, form of = form::plain);

/* A loop that solves lead2d by the law of sines: see rivals/lead_trigonometry.c. The loop is compiled as
   scalar code, or as vector code for an instruction set. */
struct lead_form {
    const char *name, *isa;
    plain_function *solve;
};
/* Returns the loops that were built and that this machine can run. */
const std::vector<lead_form> &lead_forms();
std::string lead_form_name(const std::string &name, const std::string &isa, layout how, size_t count);
row *add_lead_form(const lead_form &form, layout how, size_t count);
bool lead_form_agrees(const lead_form &form);

/* Does every rival give the library's answers? Prints each rival that does not to stderr. */
bool rivals_agree();

/* Returns the instruction sets that were built and that this machine can run, best first. Plain C is listed
   only if nothing else is available. */
std::vector<std::string> vector_isas();

} // namespace bench

#endif
