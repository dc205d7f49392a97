// Glue for EnTT 3: columns of pools, whose components stay in their pages. It needs entt.hpp and libwaylay.
// docs/hosts/entt.md has examples.
#ifndef WAYLAY_ENTT_HPP
#define WAYLAY_ENTT_HPP

#include <entt/entt.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "waylay/waylay.hpp"

namespace way {

// The rows of a pool's components, in the order of the agents. Empty: the pool has the agents' order.
using rows = std::vector<uint32_t>;

// Returns the rows that these agents, for example those of a view, have in a pool. Make the rows again
// after a component was added or removed. An agent without a component in the pool ends the program.
template <class Pool, class Agents> rows order_in(const Pool &pool, const Agents &agents) {
    rows order;
    for (auto entity : agents) {
        if (!pool.contains(entity)) { // EnTT only checks this in debug builds
            std::fprintf(stderr, "waylay: order_in: an agent has no component in this pool\n");
            std::abort();
        }
        order.push_back(static_cast<uint32_t>(pool.index(entity)));
    }
    return order;
}

// A field of all components of a pool, as an input or an output of a call. Agent i has component order[i],
// or i if `order` is empty. The column is valid as long as `pages` and `order` exist and the pool does not
// grow. A field of a base class needs the component's type: way::pages<unit, float> x(registry, &unit::x).
template <class T, class Field> class pages {
  public:
    pages(entt::registry &registry, Field T::*field, const rows &order = {})
        : rows_(order.empty() ? nullptr : order.data()) {
        auto &pool = registry.storage<T>();
        for (size_t i = 0; i < pool.size(); i += size)
            at_.push_back(&(pool.raw()[i / size]->*field));
        if (at_.empty() && order.empty())
            at_.push_back(nullptr); // the column of no agents
    }
    // Deleted: the column would outlive the order or the pages.
    pages(entt::registry &registry, Field T::*field, rows &&order) = delete;
    operator way_column() & { return column<way_column>(); }
    operator way_column_out() & { return column<way_column_out>(); }

  private:
    static constexpr size_t size = entt::component_traits<T, entt::entity>::page_size;
    static_assert(size > 0, "an empty component has no field");
    static_assert(sizeof(Field) == 4 || sizeof(Field) == 8,
                  "a field is a float, a double, a whole number or an entity");

    template <class Column> Column column() {
        constexpr bool is_double = std::is_same_v<Field, double>;
        return {at_.data(), static_cast<ptrdiff_t>(sizeof(T)) - (is_double ? 8 : 4), rows_,
                is_double ? WAY_DOUBLE : WAY_SINGLE, static_cast<int32_t>(size)};
    }
    std::vector<void *> at_; // one per page
    const uint32_t *rows_;
};

// Targets that are entities. `agents` are the runners: row i is agents[i].
class entity_targets {
    using traits = entt::entt_traits<entt::entity>;

  public:
    // Writes the row of each agent. Call it again after an entity was made or destroyed.
    void find(const entt::entity *agents, size_t count) {
        for (uint32_t number : numbers_)
            row_of_[number] = UINT32_MAX;
        numbers_.clear();
        for (size_t i = 0; i < count; i++) {
            if (agents[i] == entt::tombstone) // a gap in a pool
                continue;
            const uint32_t number = entt::to_entity(agents[i]);
            if (number >= row_of_.size())
                row_of_.resize(number + size_t{1}, UINT32_MAX);
            row_of_[number] = static_cast<uint32_t>(i);
            numbers_.push_back(number);
        }
        agents_ = {};
        agents_.data = agents;
        count_ = count;
    }
    // Returns the row of an entity among the agents, or WAY_NO_ROW. Rows change when agents are made or
    // destroyed, so keep the entity of a target, and find its row in each frame: the column `present`.
    uint32_t row_of(entt::entity entity) const {
        const size_t number = entt::to_entity(entity);
        const uint32_t row = number < row_of_.size() ? row_of_[number] : WAY_NO_ROW;
        return row < count_ && static_cast<const entt::entity *>(agents_.data)[row] == entity ? row
                                                                                              : WAY_NO_ROW;
    }
    // Returns the rows of these entities among the agents, or WAY_NO_ROW: the column `self` of choosers.
    rows rows_of(const entt::entity *choosers, size_t count) const {
        rows self(count);
        for (size_t i = 0; i < count; i++)
            self[i] = row_of(choosers[i]);
        return self;
    }
    // Returns a batch whose targets are the entities in `unit`, for example a `pages` of them. An
    // entity that is no agent or that was destroyed is no target.
    way::batch batch(size_t count, const way_column &unit) const {
        static constexpr way_part none = {};
        way::batch all(count);
        all.targets(unit, count_).numbered(traits::entity_mask, row_of_.data(), row_of_.size());
        if (count_ > 0)
            all.generations(unit, agents_);
        else
            static_cast<way_batch &>(all).targets.parts = &none; // no runner in no table
        return all;
    }

  private:
    rows row_of_, numbers_; // for each number its row; the numbers that have one
    way_column agents_{};
    size_t count_ = 0;
};

} // namespace way

#endif
