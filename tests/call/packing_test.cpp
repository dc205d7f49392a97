/* Tests what the packer (which copies columns to scratch rows) promises to the kernels. A scratch row
   consists of whole vectors of every width, and its tail holds copies of the last agent. The packer does not
   write behind the row. layouts_test cannot detect garbage in a tail, because a tail reaches no output. */
#include <gtest/gtest.h>

#include <set>

#include "support.h"

extern "C" {
#include "call/columns.h"
#include "call/overlap.h"
#include "isa/isa.h"
}

namespace {

const uint32_t untouched = 0x5a5a5a5au;
const int columns = 4;
const size_t pitch = WAY_BLOCK + 64;

/* Returns the value of element i of column k. */
uint32_t cell(size_t k, size_t i) { return (uint32_t)(1000 * k + i + 1); }

/* Packs `fields` neighbouring columns from records of `width` elements, in order or by a list, and checks the
   rows. */
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

    std::vector<uint32_t> row((size_t)columns * pitch, untouched);
    way_pack(way_cpu_table(), column, fields, {listed ? list.data() : nullptr, first}, count,
             (float *)(void *)row.data(), pitch);

    const size_t lanes = way_cpu_table()->lanes, whole = (count + lanes - 1) / lanes * lanes;
    for (size_t k = 0; k < (size_t)columns; k++)
        for (size_t i = 0; i < pitch; i++) {
            size_t agent = std::min(i, count - 1);
            uint32_t expected = cell(k, listed ? list[agent] : first + agent);
            if (k >= (size_t)fields || i >= whole)
                expected = untouched;
            ASSERT_EQ(expected, row[k * pitch + i])
                << fields << " fields of " << width << ", " << (listed ? "listed, " : "") << count
                << " agents, row " << k << ", element " << i;
        }
}

template <class column>
void expect_column(const column &c, const void *data, ptrdiff_t gap, way_element type) {
    EXPECT_EQ(data, c.data);
    EXPECT_EQ(gap, c.gap);
    EXPECT_EQ(type, c.type);
    EXPECT_EQ(0, c.page);
}

TEST(columns, take_their_type_from_the_pointer) {
    struct unit {
        double x, y, z;
        float speed;
        int32_t whole;
        uint32_t row;
        way_status status;
        way_half half;
    } u[2] = {};
    const unit *const read_only = u;
    const ptrdiff_t size = sizeof u[0];
    const uint32_t rows[2] = {1, 0};
    expect_column(way_at(&u->x, size), &u->x, size - 8, WAY_DOUBLE);
    expect_column(way_at(&read_only->x, size), &u->x, size - 8, WAY_DOUBLE);
    expect_column(way_at(&u->speed, size), &u->speed, size - 4, WAY_SINGLE);
    expect_column(way_at(&u->whole, size), &u->whole, size - 4, WAY_SINGLE);
    expect_column(way_at(&u->row, size), &u->row, size - 4, WAY_SINGLE);
    expect_column(way_at(&u->status, size), &u->status, size - 4, WAY_SINGLE);
    expect_column(way_at(&u->half, size), &u->half, size - 2, WAY_HALF);
    expect_column(way_to(&u->x, size), &u->x, size - 8, WAY_DOUBLE);
    expect_column(way_to(&u->status, size), &u->status, size - 4, WAY_SINGLE);
    expect_column(way_in(&u->x), &u->x, 0, WAY_DOUBLE);
    expect_column(way_in(&u->half), &u->half, 0, WAY_HALF);
    expect_column(way_out(&u->speed), &u->speed, 0, WAY_SINGLE);
    expect_column(way_same(&u->x), &u->x, -8, WAY_DOUBLE);
    EXPECT_EQ(rows, way_rows(&u->x, size, rows).rows);
    EXPECT_EQ(rows, way_to_rows(&u->x, size, rows).rows);
    way_intercept3d_in in = {};
    way_intercept3d_out out = {};
    way_xyz(in.chaser_, &u->x, size), way_to_xyz(out.point_, &u->x, size);
    expect_column(in.chaser_x, &u->x, size - 8, WAY_DOUBLE);
    expect_column(in.chaser_y, &u->y, size - 8, WAY_DOUBLE);
    expect_column(in.chaser_z, &u->z, size - 8, WAY_DOUBLE);
    expect_column(out.point_x, &u->x, size - 8, WAY_DOUBLE);
    expect_column(out.point_y, &u->y, size - 8, WAY_DOUBLE);
    expect_column(out.point_z, &u->z, size - 8, WAY_DOUBLE);
}

TEST(packing, packed_tails_are_copies_of_the_last_agent) {
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

/* Compares the overlap of two extents with the overlap of their elements. The library finds every overlap. If
   the strides are equal or an extent has only one element, the library also reports no false overlap. */
TEST(packing, extents_overlap_if_elements_do) {
    uint64_t random = support::seed_for(9);
    size_t met = 0, close = 0; /* close: the address ranges overlap, but the elements do not */
    const size_t tries = support::draws(400000);
    for (size_t i = 0; i < tries; i++) {
        uintptr_t data[2];
        ptrdiff_t stride[2];
        size_t size[2], first[2], count[2];
        std::set<uintptr_t> elements[2];
        bool is_alike = draw_below(&random, 2) == 0;
        for (int j = 0; j < 2; j++) {
            size[j] = (size_t)2 << draw_below(&random, 3);
            data[j] = 4096 + (size[j] == 2 ? 2 : 4) * (uintptr_t)draw_below(&random, 40);
            stride[j] = 4 * ((ptrdiff_t)draw_below(&random, 13) - 6);
            if (j == 1 && is_alike)
                stride[j] = draw_below(&random, 2) == 0 ? stride[0] : -stride[0];
            if (draw_below(&random, 16) == 0)
                stride[j] = 0;
            first[j] = draw_below(&random, 5);
            count[j] = 1 + draw_below(&random, 9);
            for (size_t row = first[j]; row < first[j] + count[j]; row++)
                for (size_t byte = 0; byte < size[j]; byte++)
                    elements[j].insert(data[j] + row * (uintptr_t)stride[j] + byte);
        }
        bool truth = false;
        for (uintptr_t element : elements[0])
            truth = truth || elements[1].count(element) > 0;
        way_extent a = way_extent_of((const void *)data[0], stride[0], size[0], first[0], count[0]),
                   b = way_extent_of((const void *)data[1], stride[1], size[1], first[1], count[1]);
        bool said = way_extents_meet(&a, &b) != 0, is_exact = a.step == b.step || a.step == 0 || b.step == 0;
        ASSERT_EQ(said, way_extents_meet(&b, &a) != 0);
        ASSERT_TRUE(is_exact ? said == truth : said || !truth)
            << size[0] << " bytes at " << data[0] << " by " << stride[0] << " from " << first[0] << ", "
            << count[0] << "; " << size[1] << " bytes at " << data[1] << " by " << stride[1] << " from "
            << first[1] << ", " << count[1] << ": said " << said;
        met += truth;
        close += !said && a.low <= b.high && b.low <= a.high;
    }
    EXPECT_GT(met, tries / 10);
    EXPECT_GT(close, tries / 50);
}

/* If there is only one element, the stride does not matter. An extent is clipped at the ends of the address
   space. */
TEST(packing, extents_end_with_the_addresses) {
    const void *data = (const void *)(uintptr_t)4096;
    for (ptrdiff_t stride : {PTRDIFF_MAX & ~(ptrdiff_t)3, PTRDIFF_MIN + 4, (ptrdiff_t)-4, (ptrdiff_t)0}) {
        way_extent one = way_extent_of(data, stride, 4, 0, 1);
        EXPECT_EQ(4096u, one.low);
        EXPECT_EQ(4096u, one.high);
        EXPECT_EQ(0u, one.step);
    }
    EXPECT_EQ(UINTPTR_MAX, way_extent_of(data, 1 << 20, 4, 0, SIZE_MAX / 4).high);
    EXPECT_EQ(0u, way_extent_of(data, -(1 << 20), 4, 0, SIZE_MAX / 4).low);
    EXPECT_EQ(4096u + 400, way_extent_of(data, 8, 4, 10, 41).high);
    EXPECT_EQ(4096u - 400, way_extent_of(data, -8, 4, 10, 41).low);
}

} // namespace
