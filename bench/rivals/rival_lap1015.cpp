/* Solves an assignment with Algorithm 1015 of Guthe and Thuerck, as sguthe/lap-solver implements it: in
   doubles, on one thread, with epsilon pricing. */
#include <cmath>
#include <cstddef>
#include <iostream>

#define LAP_QUIET
#define LAP_MINIMIZE_V
#include <lap.h>

/* Writes the column of each row. `cost` has n rows. */
void rival_lap1015(int n, const float *cost, int *column) {
    auto cost_of = [=](int i, int j) {
        return (double)cost[(std::size_t)i * (std::size_t)n + (std::size_t)j];
    };
    lap::SimpleCostFunction<double, decltype(cost_of)> costs(cost_of);
    lap::TableCost<double> table(n, n, costs);
    lap::DirectIterator<double, lap::TableCost<double>> rows(table);
    lap::solve<double>(n, n, table, rows, column, true);
}
