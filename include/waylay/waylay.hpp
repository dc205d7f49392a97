/* waylay for C++17: waylay.h with columns made from your own structs and containers. Header only; no
   exceptions, no RTTI. Only way::scratch, way::owned_crowd2d and way::owned_crowd3d allocate. MIT licence.

       std::vector<unit> units; // struct unit { vec2 position; vec2 velocity; float speed; };
       way_seek2d_in in = {};
       std::tie(in.chaser_x, in.chaser_y) = way::xy(units, &unit::position);
       in.chaser_speed = way::in(units, &unit::speed);
       in.runner_x = way::same(flag.x), in.runner_y = way::same(flag.y);
       way_seek2d_out out = {};
       std::tie(out.velocity_x, out.velocity_y) = way::to_xy(units, &unit::velocity);
       if (way::run(in, out, way::batch(units.size())) != way::result::ok)
           ...

   Columns and all other parts of the API are those of C, so the documentation in waylay.h applies. */
#ifndef WAYLAY_HPP
#define WAYLAY_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "waylay.h"

namespace way {

/* The caller's mistakes, as way_result. */
enum class [[nodiscard]] result : std::int32_t{ok = WAY_OK,
                                               null = WAY_ERROR_NULL,
                                               missing = WAY_ERROR_MISSING,
                                               alignment = WAY_ERROR_ALIGNMENT,
                                               stride = WAY_ERROR_STRIDE,
                                               count = WAY_ERROR_COUNT,
                                               precision = WAY_ERROR_PRECISION,
                                               isa = WAY_ERROR_ISA,
                                               behaviour = WAY_ERROR_BEHAVIOUR,
                                               overlap = WAY_ERROR_OVERLAP,
                                               type = WAY_ERROR_TYPE,
                                               index = WAY_ERROR_INDEX,
                                               memory = WAY_ERROR_MEMORY,
                                               cost = WAY_ERROR_COST,
                                               capacity = WAY_ERROR_CAPACITY,
                                               aim = WAY_ERROR_AIM,
                                               origin = WAY_ERROR_ORIGIN,
                                               both = WAY_ERROR_BOTH,
                                               table = WAY_ERROR_TABLE};

/* The outcome for one agent. A `std::vector<way::status>` can be a status column. */
enum class status : std::int32_t {
    met = WAY_MET,
    there = WAY_THERE,
    too_slow = WAY_TOO_SLOW,
    immobile = WAY_IMMOBILE,
    late = WAY_LATE,
    invalid = WAY_INVALID,
    no_target = WAY_NO_TARGET,
    out_of_range = WAY_OUT_OF_RANGE,
    degenerate = WAY_DEGENERATE,
    no_path = WAY_NO_PATH,
    crushed = WAY_CRUSHED
};

/* The kind of a path, such as LSL. A `std::vector<way::word>` can be a word column. */
enum class word : std::int32_t {
    none = WAY_NO_WORD,
    LSL = WAY_LSL,
    RSR = WAY_RSR,
    LSR = WAY_LSR,
    RSL = WAY_RSL,
    LRL = WAY_LRL,
    RLR = WAY_RLR
};

/* A static text; NULL for an unknown status or word. */
[[nodiscard]] inline const char *text(result r) noexcept {
    return way_result_string(static_cast<way_result>(r));
}
[[nodiscard]] inline const char *text(status s) noexcept {
    return way_status_word(static_cast<std::int32_t>(s));
}
[[nodiscard]] inline const char *text(word w) noexcept { return way_word_name(static_cast<std::int32_t>(w)); }

/* Does a container of this type refer to elements that outlive it? Then in() and out() accept a temporary of
   it. The value is true for std::span and similar types. For your own type, define:
   template <> inline constexpr bool way::is_view<my_view> = true; */
template <class C, class = void> inline constexpr bool is_view = false;
template <class C>
inline constexpr bool is_view<C, std::void_t<typename C::element_type>> = std::is_trivially_copyable_v<C>;

namespace detail {

/* The element types of columns: doubles, halves, and arithmetic types and enums of 4 bytes. Only these traits
   and the functions below know how a column is made. */
template <class T> inline constexpr bool is_double = std::is_same_v<std::remove_const_t<T>, double>;
template <class T> inline constexpr bool is_half = std::is_same_v<std::remove_const_t<T>, way_half>;
template <class T>
inline constexpr bool is_cell = is_double<T> || is_half<T> ||
                                (sizeof(T) == 4 && !std::is_volatile_v<T> &&
                                 (std::is_arithmetic_v<T> || std::is_enum_v<T>));

/* The argument of deleted overloads, which are chosen only if no other overload fits. So the compiler
   reports a wrong argument as one error, not as a list of all overloads. */
struct anything {
    template <class T> anything(const T &) noexcept;
};

template <class T> constexpr way_element element() noexcept {
    return is_double<T> ? WAY_DOUBLE : is_half<T> ? WAY_HALF : WAY_SINGLE;
}
template <class T> way_column column_at(const T *first, std::ptrdiff_t stride) noexcept {
    return way_column_of(first, stride, element<T>());
}
template <class T> way_column column_same(const T *value) noexcept { return column_at(value, 0); }
template <class T> way_column_out column_to(T *first, std::ptrdiff_t stride) noexcept {
    return way_column_out_of(first, stride, element<T>());
}

/* The type of S's member f1, or of that member's member f2, and so on. No type if a member does not exist. */
template <class, class S, class... F> struct reached {};
template <class S> struct reached<void, S> { using type = S; };
template <class S, class F, class... Rest>
struct reached<std::void_t<decltype(std::declval<S &>().*std::declval<F>())>, S, F, Rest...>
    : reached<void, std::remove_reference_t<decltype(std::declval<S &>().*std::declval<F>())>, Rest...> {};

/* column_if is `Column` only if the member can be a column's element: its type must be a cell, and the
   size of the struct a multiple of the size of the cell. */
template <class S, class... F> using reached_t = typename reached<void, S, F...>::type;
template <class Column, class S, class... F>
using column_if =
    std::enable_if_t<is_cell<reached_t<S, F...>> && sizeof(S) % sizeof(reached_t<S, F...>) == 0, Column>;

template <class S> S *reach(S *first) noexcept { return first; }
template <class S, class F, class... Rest> auto *reach(S *first, F field, Rest... rest) noexcept {
    return reach(&(first->*field), rest...);
}

template <class S, class... F> way_column read(const S *first, F... fields) noexcept {
    return first == nullptr ? way_column()
                            : column_at(reach(first, fields...), static_cast<std::ptrdiff_t>(sizeof(S)));
}
template <class S, class... F> way_column_out write(S *first, F... fields) noexcept {
    return first == nullptr ? way_column_out()
                            : column_to(reach(first, fields...), static_cast<std::ptrdiff_t>(sizeof(S)));
}

/* The element type of a container; no type if C is not a container. */
template <class C>
using element_t = std::enable_if_t<std::is_convertible_v<decltype(std::declval<C &>().size()), std::size_t>,
                                   std::remove_pointer_t<decltype(std::declval<C &>().data())>>;

template <class C>
using if_dangles = std::enable_if_t<!std::is_lvalue_reference_v<C> && !is_view<std::decay_t<C>>>;

/* The address of columns without elements. */
inline constexpr double no_element = 0;

/* The address of a vector's coordinate: v.x, v.y, v.z, or elements of an array or of a type with data(). */
template <class V, class = void> inline constexpr bool has_xy = false;
template <class V> inline constexpr bool has_xy<V, std::void_t<decltype(V::x), decltype(V::y)>> = true;
template <std::size_t k, class V> auto *coordinate(V *v) noexcept {
    if constexpr (std::is_array_v<V>) {
        static_assert(k < std::extent_v<V>, "the array has too few elements");
        return &(*v)[k];
    } else if constexpr (!has_xy<V>) {
        static_assert(sizeof(V) >= (k + 1) * sizeof(*v->data()), "the vector has too few elements");
        return v->data() + k;
    } else if constexpr (k == 0) {
        return &v->x;
    } else if constexpr (k == 1) {
        return &v->y;
    } else {
        return &v->z;
    }
}

/* The columns of the vectors at F, one for each k. */
template <class Column, class C, std::size_t... k, class... F>
auto coordinates(C &container, std::index_sequence<k...>, F... fields) noexcept {
    using element = std::remove_pointer_t<decltype(container.data())>;
    using cell = std::remove_pointer_t<decltype(coordinate<0>(reach(container.data(), fields...)))>;
    static_assert(is_cell<cell>, "coordinates are float, double, way_half, or integers of 4 bytes");
    static_assert(sizeof(element) % sizeof(cell) == 0,
                  "the struct's size is no multiple of the coordinate's");
    constexpr auto stride = static_cast<std::ptrdiff_t>(sizeof(element));
    const auto one = [&](auto *first) {
        if constexpr (std::is_same_v<Column, way_column_out>)
            return column_to(first, stride);
        else
            return column_at(first, stride);
    };
    if (container.data() != nullptr)
        return std::make_tuple(one(coordinate<k>(reach(container.data(), fields...)))...);
    if constexpr (std::is_same_v<Column, way_column_out>)
        return std::make_tuple((static_cast<void>(k), way_column_out())...);
    else
        return std::make_tuple((static_cast<void>(k), way_column_of(&no_element, 0, WAY_SINGLE))...);
}

} // namespace detail

/* Inputs. way::in(first) or way::in(container) is a column of floats, doubles or 4-byte integers. With
   pointers to members it is the column of that member, or of that member's member. A container is any type
   with data() and size(), such as std::vector, std::array and std::span. NULL: the input is missing. An empty
   container: the input has no elements, but is not missing. */
template <class S, class... F>
[[nodiscard]] auto in(const S *first, F... fields) noexcept -> detail::column_if<way_column, const S, F...> {
    return detail::read(first, fields...);
}
template <class C, class... F>
[[nodiscard]] auto in(const C &container, F... fields) noexcept
    -> detail::column_if<way_column, const detail::element_t<const C>, F...> {
    return container.data() == nullptr ? way_column_of(&detail::no_element, 0, WAY_SINGLE)
                                       : detail::read(container.data(), fields...);
}
/* Deleted: the column would outlive the container. */
template <class C, class... F, class = detail::if_dangles<C>, class = detail::element_t<const C>>
way_column in(C &&container, F... fields) = delete;
/* Deleted: elements are float, double, way_half, or integers and enums of 4 bytes. */
template <class... F> way_column in(detail::anything not_a_column, F... fields) = delete;

/* Columns of outputs: like `in`, but the elements are not const. NULL or an empty container: the output is
   not computed. */
template <class S, class... F>
[[nodiscard]] auto out(S *first, F... fields) noexcept
    -> std::enable_if_t<!std::is_const_v<S>, detail::column_if<way_column_out, S, F...>> {
    return detail::write(first, fields...);
}
template <class C, class... F>
[[nodiscard]] auto out(C &container, F... fields) noexcept
    -> std::enable_if_t<!std::is_const_v<detail::element_t<C>>,
                        detail::column_if<way_column_out, detail::element_t<C>, F...>> {
    return detail::write(container.data(), fields...);
}
template <class C, class... F>
[[nodiscard]] auto out(C &&view, F... fields) noexcept
    -> std::enable_if_t<!std::is_lvalue_reference_v<C> && is_view<std::decay_t<C>> &&
                            !std::is_const_v<detail::element_t<C>>,
                        detail::column_if<way_column_out, detail::element_t<C>, F...>> {
    return detail::write(view.data(), fields...);
}
template <class C, class... F, class = detail::if_dangles<C>, class = void, class = detail::element_t<C>>
way_column_out out(C &&container, F... fields) = delete;
/* Deleted: elements are float, double, or integers and enums of 4 bytes, and not const. */
template <class... F> way_column_out out(detail::anything not_a_column, F... fields) = delete;

/* The columns of vectors: of the elements themselves, or with pointers to members, of a member. A vector has
   the members x, y and z, or is an array, or a type with data():

       std::tie(in.chaser_x, in.chaser_y, in.chaser_z) = way::xyz(units, &unit::position);
       std::tie(out.velocity_x, out.velocity_y) = way::to_xy(units, &unit::velocity); */
template <class C, class... F, class = detail::element_t<const C>>
[[nodiscard]] auto xy(const C &container, F... fields) noexcept {
    return detail::coordinates<way_column>(container, std::make_index_sequence<2>(), fields...);
}
template <class C, class... F, class = detail::element_t<const C>>
[[nodiscard]] auto xyz(const C &container, F... fields) noexcept {
    return detail::coordinates<way_column>(container, std::make_index_sequence<3>(), fields...);
}
template <class C, class... F, class = detail::element_t<C>>
[[nodiscard]] auto to_xy(C &container, F... fields) noexcept {
    return detail::coordinates<way_column_out>(container, std::make_index_sequence<2>(), fields...);
}
template <class C, class... F, class = detail::element_t<C>>
[[nodiscard]] auto to_xyz(C &container, F... fields) noexcept {
    return detail::coordinates<way_column_out>(container, std::make_index_sequence<3>(), fields...);
}
/* Deleted: the columns would outlive the container. */
template <class C, class... F, class = detail::if_dangles<C>> void xy(C &&container, F... fields) = delete;
template <class C, class... F, class = detail::if_dangles<C>> void xyz(C &&container, F... fields) = delete;

/* A column in another order than the agents: agent i uses element rows[i]. The rows must outlive the call. */
[[nodiscard]] inline way_column by_rows(way_column column, const std::uint32_t *rows) noexcept {
    column.rows = rows;
    return column;
}
[[nodiscard]] inline way_column_out by_rows(way_column_out column, const std::uint32_t *rows) noexcept {
    column.rows = rows;
    return column;
}

/* One value for all agents: a variable or its member. The value must outlive the call. */
template <class S, class... F>
[[nodiscard]] auto same(const S &value, F... fields) noexcept
    -> detail::column_if<way_column, const S, F...> {
    return detail::column_same(detail::reach(&value, fields...));
}
template <class S, class... F> way_column same(const S &&value, F... fields) = delete;
template <class... F> way_column same(detail::anything not_a_column, F... fields) = delete;

/* A way_batch whose fields are set by name:
   way::batch(n).targets(way::in(minds, &mind::prey), drones.size()).fast() */
struct batch : way_batch {
    explicit batch(std::size_t agents) noexcept : way_batch() { count = agents; }

    /* The agents from .. from + agents - 1. */
    batch &range(std::size_t from, std::size_t agents) noexcept {
        first = from, count = agents;
        return *this;
    }
    /* The agents of this list, in its order. */
    template <class C, class = std::enable_if_t<
                           std::is_same_v<std::remove_const_t<detail::element_t<const C>>, std::uint32_t>>>
    batch &agents(const C &list) noexcept {
        static constexpr std::uint32_t none = 0;
        index = list.data() == nullptr ? &none : list.data();
        return range(0, static_cast<std::size_t>(list.size()));
    }
    template <class C, class = detail::if_dangles<C>> batch &agents(C &&list) = delete;
    /* The column of each agent's runner, and the number of runners. */
    batch &targets(const way_column &whom, std::size_t runners) noexcept {
        way_batch::targets.row = whom, way_batch::targets.runner_count = runners;
        return *this;
    }
    /* The targets are entities: the mask of the bits that hold the entity's number, and optionally a map from
       `numbers` numbers to rows (see way_batch). The rows must outlive the call. */
    batch &numbered(std::uint32_t mask, const std::uint32_t *rows = nullptr,
                    std::size_t numbers = 0) noexcept {
        way_batch::targets.mask = mask, way_batch::targets.row_of = rows;
        way_batch::targets.map_size = numbers;
        return *this;
    }
    /* The generation that each agent's target should have, and the runners' own generations. */
    batch &generations(const way_column &meant, const way_column &own) noexcept {
        way_batch::targets.generation = meant, way_batch::targets.runner_generation = own;
        return *this;
    }
    /* The runners are in several tables. The agents' column `which` names the table. */
    template <class C, class = std::enable_if_t<
                           std::is_same_v<std::remove_const_t<detail::element_t<const C>>, way_part>>>
    batch &in_parts(const C &tables, const way_column &which) noexcept {
        way_batch::targets.parts = tables.data(), way_batch::targets.part = which;
        way_batch::targets.part_count = static_cast<std::uint32_t>(tables.size());
        return *this;
    }
    template <class C, class = detail::if_dangles<C>>
    batch &in_parts(C &&tables, const way_column &which) = delete;
    /* Agents without a target keep their outputs. */
    batch &keeping_outputs() noexcept {
        way_batch::targets.keep_outputs = 1;
        return *this;
    }
    /* Refuse the call if one of its agents is all_agents or more. */
    batch &of(std::size_t all_agents) noexcept {
        agent_count = all_agents;
        return *this;
    }
    /* Where a refused call writes the name of the column or field that is wrong. */
    batch &naming(const char *&name) noexcept {
        fault = &name;
        return *this;
    }
    batch &fast() noexcept {
        precision = WAY_FAST;
        return *this;
    }
    /* For behaviours that read walls. */
    template <class C, class = std::enable_if_t<
                           std::is_same_v<std::remove_const_t<detail::element_t<const C>>, way_wall>>>
    batch &among(const C &all_walls) noexcept {
        walls = all_walls.data(), wall_count = static_cast<std::size_t>(all_walls.size());
        return *this;
    }
    template <class C, class = detail::if_dangles<C>> batch &among(C &&all_walls) = delete;
    /* The point from which the walls are measured. */
    batch &walls_from(double x, double y) noexcept {
        wall_origin_x = x, wall_origin_y = y;
        return *this;
    }
    /* The tree of these walls from way_make_wall_tree. */
    batch &in_tree(const way_wall_tree *tree) noexcept {
        wall_tree = tree;
        return *this;
    }
    /* For behaviours with drag_area: the coefficients over the speed. */
    batch &slowed_by(const way_drag_table *table) noexcept {
        drag_table = table;
        return *this;
    }
    /* The velocities of the walls, one for each. */
    template <class C, class = std::enable_if_t<std::is_same_v<
                           std::remove_const_t<detail::element_t<const C>>, way_wall_velocity>>>
    batch &moving(const C &velocities) noexcept {
        wall_velocity = velocities.data();
        return *this;
    }
    template <class C, class = detail::if_dangles<C>> batch &moving(C &&velocities) = delete;
};

/* The container's elements are of type T, whether const or not. */
namespace detail {
template <class C, class T>
using if_of = std::enable_if_t<std::is_same_v<std::remove_const_t<element_t<C>>, T>>;

/* The address of a container's parts. For an empty container, the address is not NULL either: NULL would mean
   that the call has one table. */
template <class C> const way_search_part *parts_of(const C &tables) noexcept {
    static constexpr way_search_part none = {nullptr, nullptr, 0};
    return tables.data() == nullptr ? &none : tables.data();
}

/* What choices and avoidance have in common; `way` is way_choice or way_avoidance, `own` the builder. */
template <class way, class own> struct searching : way {
    searching() noexcept : way() {}

    /* The agents from .. from + agents - 1. */
    own &range(std::size_t from, std::size_t agents) noexcept {
        this->first = from, this->count = agents;
        return static_cast<own &>(*this);
    }
    /* The agents of this list, in its order. */
    template <class C, class = if_of<const C, std::uint32_t>> own &agents(const C &list) noexcept {
        static constexpr std::uint32_t none = 0;
        this->index = list.data() == nullptr ? &none : list.data();
        return range(0, static_cast<std::size_t>(list.size()));
    }
    template <class C, class = if_dangles<C>> own &agents(C &&list) = delete;
    /* A crowd that way::make_crowd or way_make_crowd2d built. */
    own &in_crowd(const way_crowd2d *built) noexcept {
        this->crowd2d = built;
        return static_cast<own &>(*this);
    }
    own &in_crowd(const way_crowd3d *built) noexcept {
        this->crowd3d = built;
        return static_cast<own &>(*this);
    }
    /* The agents are in several tables, which way::part describes: see Parts in choose.h. The call does not
       read the agents' columns in `in` and `out`. */
    template <class C, class = if_of<const C, way_search_part>> own &choosers_in(const C &tables) noexcept {
        this->chaser_parts = parts_of(tables);
        this->chaser_part_count = static_cast<std::size_t>(tables.size());
        return static_cast<own &>(*this);
    }
    template <class C, class = if_dangles<C>> own &choosers_in(C &&tables) = delete;
    /* The same for the candidates. */
    template <class C, class = if_of<const C, way_search_part>> own &candidates_in(const C &tables) noexcept {
        this->runner_parts = parts_of(tables);
        this->runner_part_count = static_cast<std::size_t>(tables.size());
        return static_cast<own &>(*this);
    }
    template <class C, class = if_dangles<C>> own &candidates_in(C &&tables) = delete;
    /* Where a refused call writes the name of the column or field that is wrong. */
    own &naming(const char *&name) noexcept {
        this->fault = &name;
        return static_cast<own &>(*this);
    }
    /* The same, and the number of the part that is wrong, or SIZE_MAX. */
    own &naming(const char *&name, std::size_t &part) noexcept {
        this->fault_part = &part;
        return naming(name);
    }
};
} // namespace detail

/* One of several tables of choosers or of candidates. `in` and `out` must outlive the call.
   const way_search_part tables[] = {way::part(tanks, tank_answers, 90), way::part(jeeps, jeep_answers, 40)};
   way::run(way_choose2d_in{}, way_choose2d_out{},
            way::choice(130, 0).choosers_in(tables).candidates_in(tables)) */
template <class In, class Out> way_search_part part(const In &in, const Out &out, std::size_t rows) noexcept {
    static_assert(sizeof(In) % sizeof(way_column) == 0 && sizeof(Out) % sizeof(way_column_out) == 0,
                  "expected an _in and an _out struct");
    return {reinterpret_cast<const way_column *>(&in), reinterpret_cast<const way_column_out *>(&out), rows};
}
template <class In> way_search_part part(const In &in, std::size_t rows) noexcept {
    static_assert(sizeof(In) % sizeof(way_column) == 0, "expected an _in struct");
    return {reinterpret_cast<const way_column *>(&in), nullptr, rows};
}
template <class In, class Out> way_search_part part(const In &&, const Out &, std::size_t) = delete;
template <class In> way_search_part part(const In &&, std::size_t) = delete; /* its address would dangle */

enum class cost : std::int32_t { distance = WAY_BY_DISTANCE, time = WAY_BY_TIME, turning = WAY_BY_TURNING };

/* What a ray of way_cast2d hits. */
enum class hit : std::int32_t {
    none = WAY_NOTHING,
    wall = WAY_WALL,
    disc = WAY_DISC,
    triangle = WAY_TRIANGLE
};

enum class aim : std::int32_t { least_sum = WAY_LEAST_SUM, least_largest = WAY_LEAST_LARGEST };

/* A way_choice whose fields are set by name: way::choice(500, 800).by(way::cost::time).in_crowd(crowd) */
struct choice : detail::searching<way_choice, choice> {
    choice(std::size_t choosers, std::size_t candidates) noexcept {
        count = choosers, runner_count = candidates;
    }
    choice &by(way::cost measure) noexcept {
        cost = static_cast<std::int32_t>(measure);
        return *this;
    }
    /* This number of candidates for each chooser, next to each other in the outputs. */
    choice &of_best(int candidates) noexcept {
        best = candidates;
        return *this;
    }
    /* Walls, which hide candidates. */
    template <class C, class = detail::if_of<const C, way_wall>> choice &among(const C &all_walls) noexcept {
        walls = all_walls.data(), wall_count = static_cast<std::size_t>(all_walls.size());
        return *this;
    }
    template <class C, class = detail::if_dangles<C>> choice &among(C &&all_walls) = delete;
    /* The point from which the walls are measured. */
    choice &walls_from(double x, double y) noexcept {
        wall_origin_x = x, wall_origin_y = y;
        return *this;
    }
    /* The tree of these walls from way_make_wall_tree. */
    choice &in_tree(const way_wall_tree *tree) noexcept {
        wall_tree = tree;
        return *this;
    }
    /* This number of points of a candidate's width can be seen. */
    choice &seen_at(int points) noexcept {
        sight_points = points;
        return *this;
    }
};

/* The list of one chooser: its neighbours, nearest first. */
struct list {
    const way_neighbour *first;
    std::size_t length;
    [[nodiscard]] const way_neighbour *data() const noexcept { return first; }
    [[nodiscard]] std::size_t size() const noexcept { return length; }
    [[nodiscard]] const way_neighbour *begin() const noexcept { return first; }
    [[nodiscard]] const way_neighbour *end() const noexcept { return first + length; }
    [[nodiscard]] const way_neighbour &operator[](std::size_t k) const noexcept { return first[k]; }
};

/* A way_neighbours in your containers of way_neighbour and std::size_t:
   std::vector<way_neighbour> room(way_neighbours_capacity(choosers, candidates, 20));
   std::vector<std::size_t> offsets(choosers + 1);
   way::neighbours near(room, offsets); */
struct neighbours : way_neighbours {
    template <class L, class O, class = detail::if_of<L, way_neighbour>,
              class = detail::if_of<O, std::size_t>>
    neighbours(L &lists, O &offsets) noexcept : way_neighbours() {
        way_neighbours::list = lists.data(), capacity = static_cast<std::size_t>(lists.size());
        offset = offsets.data();
    }
    /* Only this many, the nearest. */
    neighbours &nearest(std::size_t longest) noexcept {
        most = longest;
        return *this;
    }
    neighbours &with_status(const way_column_out &column) noexcept {
        status = column;
        return *this;
    }
    /* The list of the call's i-th chooser, i < answered. */
    [[nodiscard]] way::list of(std::size_t i) const noexcept {
        return {way_neighbours::list + offset[i], offset[i + 1] - offset[i]};
    }
};

/* A way_avoidance whose fields are set by name: way::avoidance(100, 100).among(walls).nearest(8) */
struct avoidance : detail::searching<way_avoidance, avoidance> {
    avoidance(std::size_t agents_in_all, std::size_t candidates) noexcept {
        count = agents_in_all, runner_count = candidates;
    }
    avoidance &nearest(std::size_t avoided) noexcept {
        most = avoided;
        return *this;
    }
    /* The candidates are those of these lists. */
    avoidance &of_lists(const way_neighbours &lists) noexcept {
        way_avoidance::neighbours = &lists;
        return *this;
    }
    avoidance &of_lists(const way_neighbours &&lists) = delete; /* its address would dangle */
    template <class C, class = detail::if_of<const C, way_wall>>
    avoidance &among(const C &all_walls) noexcept {
        walls = all_walls.data(), wall_count = static_cast<std::size_t>(all_walls.size());
        return *this;
    }
    template <class C, class = detail::if_dangles<C>> avoidance &among(C &&all_walls) = delete;
    /* The point from which the walls are measured. */
    avoidance &walls_from(double x, double y) noexcept {
        wall_origin_x = x, wall_origin_y = y;
        return *this;
    }
    /* The tree of these walls from way_make_wall_tree. */
    avoidance &in_tree(const way_wall_tree *tree) noexcept {
        wall_tree = tree;
        return *this;
    }
};

/* A way_assignment in your container of std::uint64_t, of (way_assign_bytes(...) + 7) / 8 elements or more:
   way::assignment(3, 2, memory).of_lists(near) */
struct assignment : way_assignment {
    template <class C, class = detail::if_of<C, std::uint64_t>>
    assignment(std::size_t choosers, std::size_t candidates, C &scratch) noexcept : way_assignment() {
        count = choosers, runner_count = candidates;
        memory = scratch.data(), bytes = 8 * static_cast<std::size_t>(scratch.size());
    }
    /* The lists have these offsets. */
    assignment &of_lists(const way_neighbours &lists) noexcept {
        offset = lists.offset;
        return *this;
    }
    template <class C, class = detail::if_of<const C, std::size_t>>
    assignment &offsets(const C &of_lists) noexcept {
        offset = of_lists.data();
        return *this;
    }
    template <class C, class = detail::if_dangles<C>> assignment &offsets(C &&of_lists) = delete;
    /* Each list has this many elements. */
    assignment &each_has(std::size_t elements) noexcept {
        each = elements;
        return *this;
    }
    assignment &with(way::aim goal) noexcept {
        aim = static_cast<std::int32_t>(goal);
        return *this;
    }
    assignment &naming(const char *&name) noexcept {
        fault = &name;
        return *this;
    }
};

/* A way_waypoints with your container of std::size_t, of one element more than there are paths:
   way::waypoints(paths, capacity, offsets) */
struct waypoints : way_waypoints {
    template <class O, class = detail::if_of<O, std::size_t>>
    waypoints(std::size_t paths, std::size_t room, O &offsets) noexcept : way_waypoints() {
        count = paths, capacity = room, offset = offsets.data();
    }
    waypoints &naming(const char *&name) noexcept {
        fault = &name;
        return *this;
    }
};

/* A crowd in your container of std::uint64_t, of (way_crowd2d_bytes(...) + 7) / 8 elements or more:
   way::crowd2d crowd(memory); way::make_crowd(in, candidates, crowd); choice.in_crowd(crowd) */
template <class of> struct crowd {
    of *handle;
    std::size_t bytes;
    template <class C, class = detail::if_of<C, std::uint64_t>>
    explicit crowd(C &memory) noexcept
        : handle(reinterpret_cast<of *>(memory.data())), bytes(8 * static_cast<std::size_t>(memory.size())) {}
    operator const of *() const noexcept { return handle; }
};
using crowd2d = crowd<way_crowd2d>;
using crowd3d = crowd<way_crowd3d>;

/* Builds a crowd of the first `candidates` runners of `in`. */
inline result make_crowd(const way_choose2d_in &in, std::size_t candidates, const crowd2d &to) noexcept {
    return static_cast<result>(way_make_crowd2d(&in, candidates, to.handle, to.bytes));
}
inline result make_crowd(const way_choose3d_in &in, std::size_t candidates, const crowd3d &to) noexcept {
    return static_cast<result>(way_make_crowd3d(&in, candidates, to.handle, to.bytes));
}

/* Builds a crowd of the candidates in several tables:
   way::make_crowd(way::choice(0, 0).candidates_in(tables), crowd) */
inline result make_crowd(const way_choice &parts, const crowd2d &to) noexcept {
    return static_cast<result>(way_make_crowd2d_of_parts(&parts, to.handle, to.bytes));
}
inline result make_crowd(const way_choice &parts, const crowd3d &to) noexcept {
    return static_cast<result>(way_make_crowd3d_of_parts(&parts, to.handle, to.bytes));
}

/* Memory for a call, which this object owns. It can be moved, but not copied.
   way::scratch memory;
   way::result grown = memory.reserve(way_assign_bytes(choosers, candidates, elements));
   way::assignment sharing(choosers, candidates, memory); */
class scratch {
  public:
    /* Makes room for this number of bytes. The room never shrinks. If it grows, its contents are lost. If the
       allocation fails, the room is 0 and the result is result::memory. */
    result reserve(std::size_t bytes) noexcept {
        const std::size_t needed = bytes / 8 + (bytes % 8 != 0);
        if (needed <= size_)
            return result::ok;
        memory_.reset();
        memory_.reset(new (std::nothrow) std::uint64_t[needed]);
        size_ = memory_ != nullptr ? needed : 0;
        return memory_ != nullptr ? result::ok : result::memory;
    }
    scratch() noexcept = default;
    scratch(scratch &&other) noexcept
        : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
    scratch &operator=(scratch &&other) noexcept {
        memory_ = std::move(other.memory_), size_ = std::exchange(other.size_, 0);
        return *this;
    }
    /* The memory as elements of 8 bytes. */
    [[nodiscard]] std::uint64_t *data() const noexcept { return memory_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    std::unique_ptr<std::uint64_t[]> memory_;
    std::size_t size_ = 0;
};

/* A crowd that owns its memory. It can be moved, but not copied.
   way::owned_crowd2d crowd;
   way::result made = crowd.build(in, candidates); // each frame
   way::run(in, out, way::choice(n, n).in_crowd(crowd)) */
template <class of, class In> class owned_crowd {
  public:
    /* Builds the crowd of the first `candidates` runners of `in`. The memory grows if necessary. After a
       refused call there is no crowd. */
    result build(const In &in, std::size_t candidates) noexcept {
        return make(candidates, [&](const crowd<of> &to) { return make_crowd(in, candidates, to); });
    }
    /* Builds the crowd from several tables: build(way::choice(0, 0).candidates_in(tables)). */
    result build(const way_choice &parts) noexcept {
        return make(way_rows_of_parts(parts.runner_parts, parts.runner_part_count),
                    [&](const crowd<of> &to) { return make_crowd(parts, to); });
    }
    owned_crowd() noexcept = default;
    owned_crowd(owned_crowd &&other) noexcept
        : memory_(std::move(other.memory_)), handle_(std::exchange(other.handle_, nullptr)) {}
    owned_crowd &operator=(owned_crowd &&other) noexcept {
        memory_ = std::move(other.memory_), handle_ = std::exchange(other.handle_, nullptr);
        return *this;
    }
    /* NULL before the first build(), and after a refused one: a call then compares all candidates. */
    operator const of *() const noexcept { return handle_; }

  private:
    template <class Build> result make(std::size_t candidates, Build build_in) noexcept {
        const std::size_t bytes =
            std::is_same_v<of, way_crowd2d> ? way_crowd2d_bytes(candidates) : way_crowd3d_bytes(candidates);
        handle_ = nullptr;
        result done = memory_.reserve(bytes);
        if (done == result::ok)
            done = build_in(crowd<of>(memory_));
        if (done == result::ok)
            handle_ = reinterpret_cast<const of *>(memory_.data());
        return done;
    }
    scratch memory_;
    const of *handle_ = nullptr;
};
using owned_crowd2d = owned_crowd<way_crowd2d, way_choose2d_in>;
using owned_crowd3d = owned_crowd<way_crowd3d, way_choose3d_in>;

/* The calls that take a struct of inputs. */
namespace detail {
template <class In> struct calls_of {};
template <> struct calls_of<way_choose2d_in> {
    static way_result run(const way_choose2d_in &in, const way_choose2d_out &out,
                          const way_choice &c) noexcept {
        return way_choose2d(&in, &out, &c);
    }
    static way_result run(const way_choose2d_in &in, const way_choice &c, way_neighbours &to) noexcept {
        return way_neighbours2d(&in, &c, &to);
    }
};
template <> struct calls_of<way_choose3d_in> {
    static way_result run(const way_choose3d_in &in, const way_choose3d_out &out,
                          const way_choice &c) noexcept {
        return way_choose3d(&in, &out, &c);
    }
    static way_result run(const way_choose3d_in &in, const way_choice &c, way_neighbours &to) noexcept {
        return way_neighbours3d(&in, &c, &to);
    }
};
template <> struct calls_of<way_avoid2d_in> {
    static way_result run(const way_avoid2d_in &in, const way_avoid2d_out &out,
                          const way_avoidance &a) noexcept {
        return way_avoid2d(&in, &out, &a);
    }
};
template <> struct calls_of<way_avoid3d_in> {
    static way_result run(const way_avoid3d_in &in, const way_avoid3d_out &out,
                          const way_avoidance &a) noexcept {
        return way_avoid3d(&in, &out, &a);
    }
};
template <> struct calls_of<way_assign_in> {
    static way_result run(const way_assign_in &in, const way_assign_out &out, way_assignment &a) noexcept {
        return way_assign(&in, &out, &a);
    }
};
template <> struct calls_of<way_cast2d_in> {
    static way_result run(const way_cast2d_in &in, const way_cast2d_out &out, const way_cast &c) noexcept {
        return way_cast2d(&in, &out, &c);
    }
};
template <> struct calls_of<way_cast3d_in> {
    static way_result run(const way_cast3d_in &in, const way_cast3d_out &out,
                          const way_cast_triangles &c) noexcept {
        return way_cast3d(&in, &out, &c);
    }
};
template <> struct calls_of<way_sweep3d_in> {
    static way_result run(const way_sweep3d_in &in, const way_sweep3d_out &out,
                          const way_cast_triangles &c) noexcept {
        return way_sweep3d(&in, &out, &c);
    }
};
template <> struct calls_of<way_conflicts2d_in> {
    static way_result run(const way_conflicts2d_in &in, const way_conflicts2d_out &out,
                          way_conflicts &to) noexcept {
        return way_conflicts2d(&in, &out, &to);
    }
};
template <> struct calls_of<way_conflicts3d_in> {
    static way_result run(const way_conflicts3d_in &in, const way_conflicts3d_out &out,
                          way_conflicts &to) noexcept {
        return way_conflicts3d(&in, &out, &to);
    }
};
template <> struct calls_of<way_bounce_all2d_in> {
    static way_result run(const way_bounce_all2d_in &in, const way_bounce_all2d_out &out,
                          way_bodies &bodies) noexcept {
        return way_bounce_all2d(&in, &out, &bodies);
    }
};
template <> struct calls_of<way_follow2d_in> {
    static way_result run(const way_follow2d_in &in, const way_follow2d_out &out,
                          const way_following &how) noexcept {
        return way_follow2d(&in, &out, &how);
    }
};
template <> struct calls_of<way_waypoints2d_in> {
    static way_result run(const way_waypoints2d_in &in, const way_waypoints2d_out &out,
                          way_waypoints &to) noexcept {
        return way_waypoints2d(&in, &out, &to);
    }
};
#define WAY_RUN(name)                                                                                        \
    template <> struct calls_of<way_##name##_in> {                                                           \
        static way_result run(const way_##name##_in &in, const way_##name##_out &out,                        \
                              const way_batch &b) noexcept {                                                 \
            return way_##name(&in, &out, &b);                                                                \
        }                                                                                                    \
    };
/* behaviours */
WAY_RUN(intercept2d)
WAY_RUN(intercept3d)
WAY_RUN(tile_step)
WAY_RUN(tile_line)
WAY_RUN(seek2d)
WAY_RUN(seek3d)
WAY_RUN(flee2d)
WAY_RUN(flee3d)
WAY_RUN(arrive2d)
WAY_RUN(arrive3d)
WAY_RUN(closing2d)
WAY_RUN(closing3d)
WAY_RUN(predict2d)
WAY_RUN(predict3d)
WAY_RUN(evade2d)
WAY_RUN(evade3d)
WAY_RUN(nearest2d)
WAY_RUN(meet_by_road2d)
WAY_RUN(thrust2d)
WAY_RUN(thrust3d)
WAY_RUN(lead2d)
WAY_RUN(lead3d)
WAY_RUN(latest2d)
WAY_RUN(latest3d)
WAY_RUN(meet_at2d)
WAY_RUN(meet_at3d)
WAY_RUN(navigate2d)
WAY_RUN(navigate3d)
WAY_RUN(navigate_pure2d)
WAY_RUN(navigate_pure3d)
WAY_RUN(steer2d)
WAY_RUN(steer3d)
WAY_RUN(perpendicular2d)
WAY_RUN(project2d)
WAY_RUN(project3d)
WAY_RUN(reflect2d)
WAY_RUN(reflect3d)
WAY_RUN(reflect_wall2d)
WAY_RUN(sweep2d)
WAY_RUN(sweep_walls2d)
WAY_RUN(bounce2d)
WAY_RUN(bounce_discs2d)
WAY_RUN(touch_boxes2d)
WAY_RUN(launch_apex2d)
WAY_RUN(launch_apex3d)
WAY_RUN(launch_speed2d)
WAY_RUN(launch_speed3d)
WAY_RUN(launch_reach2d)
WAY_RUN(launch_reach3d)
WAY_RUN(launch_angle2d)
WAY_RUN(flight2d)
WAY_RUN(flight3d)
WAY_RUN(arc2d)
WAY_RUN(arc3d)
WAY_RUN(launch_drag2d)
WAY_RUN(launch_drag3d)
WAY_RUN(chase_accelerating2d)
WAY_RUN(chase_accelerating3d)
WAY_RUN(chase_slowing2d)
WAY_RUN(bouncing2d)
WAY_RUN(bouncing3d)
WAY_RUN(chase_turning2d)
WAY_RUN(estimate2d)
WAY_RUN(estimate3d)
WAY_RUN(slew2d)
WAY_RUN(slew3d)
WAY_RUN(launch_lateral2d)
WAY_RUN(launch_lateral3d)
WAY_RUN(launch_gravity2d)
WAY_RUN(launch_gravity3d)
WAY_RUN(bezier2d)
WAY_RUN(bezier3d)
WAY_RUN(bezier_tick2d)
WAY_RUN(bezier_tick3d)
WAY_RUN(bezier_apex2d)
WAY_RUN(bezier_apex3d)
WAY_RUN(turning_path2d)
WAY_RUN(shortest_path2d)
WAY_RUN(march2d)
WAY_RUN(line2d)
WAY_RUN(file2d)
WAY_RUN(rank2d)
WAY_RUN(wheel2d)
WAY_RUN(pack2d)
WAY_RUN(cut_off2d)
WAY_RUN(home2d)
WAY_RUN(follow_line2d)
WAY_RUN(follow_circle2d)
/* end of behaviours */
#undef WAY_RUN

template <class In, class A, class B, class = void> inline constexpr bool is_call = false;
template <class In, class A, class B>
inline constexpr bool is_call<
    In, A, B,
    std::void_t<decltype(calls_of<In>::run(std::declval<In>(), std::declval<A>(), std::declval<B>()))>> =
    true;
} // namespace detail

/* way::run(in, out, batch) calls the behaviour that `in` and `out` belong to. In the same way: (in, out,
   choice), (in, out, avoidance), (in, out, assignment), (in, out, waypoints), (in, out, conflicts), (in, out,
   cast), and for lists (in, choice, neighbours). */
template <class In, class A, class B> inline result run(const In &in, A &&out, B &&batch) noexcept {
    constexpr bool is_call = detail::is_call<In, A, B>;
    static_assert(is_call, "no call takes these three: structs of one behaviour, and its batch or choice");
    if constexpr (is_call)
        return static_cast<result>(detail::calls_of<In>::run(in, out, batch));
    else
        return result::null;
}

} // namespace way

#endif
