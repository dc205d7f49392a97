/* The packer's promise to the kernels: a row of scratch is whole vectors of every width, its tail copies of
   the last agent, and what lies behind it is left alone. Garbage in a tail would reach no output, so the
   matrix cannot see it. */
#include <gtest/gtest.h>

#include "support.h"

extern "C" {
#include "columns.h"
#include "cpu.h"
}

namespace {

const uint32_t untouched = 0x5a5a5a5au;
const int columns = 4;

/* Element i of column k. */
uint32_t cell(size_t k, size_t i) { return (uint32_t)(1000 * k + i + 1); }

/* `fields` neighbouring columns in records of `width` elements, by a list or as they lie. */
void expect_padded_rows(int fields, size_t width, bool listed, size_t count) {
    const size_t first = listed ? 0 : 3, agents = 2 * count + first;
    std::vector<uint32_t> memory(agents * width), list(count);
    for (size_t i = 0; i < agents; i++)
        for (int k = 0; k < fields; k++)
            memory[i * width + (size_t)k] = cell((size_t)k, i);
    for (size_t i = 0; i < count; i++)
        list[i] = (uint32_t)(agents - 1 - 2 * i);
    way_column column[columns];
    for (int k = 0; k < fields; k++)
        column[k] = way_at(memory.data() + k, 4 * width);

    std::vector<uint32_t> row((size_t)columns * WAY_PITCH, untouched);
    way_pack(way_cpu_table(), column, fields, {listed ? list.data() : nullptr, first}, count,
             (float *)(void *)row.data(), WAY_PITCH);

    const size_t whole = (count + 15) / 16 * 16;
    for (size_t k = 0; k < (size_t)columns; k++)
        for (size_t i = 0; i < WAY_PITCH; i++) {
            size_t agent = std::min(i, count - 1);
            uint32_t expected = cell(k, listed ? list[agent] : first + agent);
            if (k >= (size_t)fields || i >= whole)
                expected = untouched;
            ASSERT_EQ(expected, row[k * WAY_PITCH + i])
                << fields << " fields of " << width << ", " << (listed ? "listed, " : "") << count
                << " agents, row " << k << ", element " << i;
        }
}

TEST(columns, packed_tails_are_copies_of_the_last_agent) {
    EXPECT_EQ(16, WAY_LANES_MAX);
    for (const std::string &isa : support::isa_names()) {
        support::use_isa use(isa);
        for (size_t count = 1; count <= WAY_BLOCK; count += count < 50 ? 1 : 23)
            for (bool listed : {false, true})
                for (int fields : {1, 2, 4})
                    for (size_t width : {(size_t)fields, (size_t)fields + 3})
                        expect_padded_rows(fields, width, listed, count);
    }
}

TEST(columns, counts_are_padded_to_whole_vectors) {
    for (size_t count = 0; count <= 100; count++)
        EXPECT_EQ((count + 15) / 16 * 16, way_padded(count));
}

} // namespace
