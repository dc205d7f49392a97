// Glue for EnTT 3: columns of pools, whose components stay in their pages. It needs entt.hpp and libwaylay.
// docs/hosts/entt.md has examples.
#ifndef WAYLAY_ENTT_HPP
#define WAYLAY_ENTT_HPP

#include <entt/entt.hpp>

#include <vector>

#include "waylay/waylay.hpp"

namespace way {

// The rows of a pool's components, in the order of the agents. Empty: the pool has the agents' order.
using rows = std::vector<uint32_t>;

// Returns the rows that these agents, for example those of a view, have in a pool. Make the rows again
// after a component was added or removed.
template <class Pool, class Agents> rows order_in(const Pool &pool, const Agents &agents) {
    rows order;
    for (auto entity : agents)
        order.push_back(static_cast<uint32_t>(pool.index(entity)));
    return order;
}

// A field of all components of a pool, as an input or an output of a call. Agent i has component order[i],
// or i if `order` is empty. The column is valid as long as `pages` and `order` exist and the pool does not
// grow.
template <class T, class Field> class pages {
  public:
    pages(entt::registry &registry, Field T::*field, const rows &order = {})
        : rows_(order.empty() ? nullptr : order.data()) {
        auto &pool = registry.storage<T>();
        for (size_t i = 0; i < pool.size(); i += size)
            at_.push_back(&(pool.raw()[i / size]->*field));
    }
    operator way_column() { return column<way_column>(); }
    operator way_column_out() { return column<way_column_out>(); }

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
        row_of_.assign(row_of_.size(), UINT32_MAX);
        for (size_t i = 0; i < count; i++) {
            const size_t number = entt::to_entity(agents[i]);
            if (number >= row_of_.size())
                row_of_.resize(number + 1, UINT32_MAX);
            row_of_[number] = static_cast<uint32_t>(i);
        }
        agents_ = {};
        agents_.data = agents;
        count_ = count;
    }
    // Returns a batch whose targets are the entities in `unit`, for example a `pages` of them. An
    // entity that is no agent or that was destroyed is no target.
    way::batch batch(size_t count, const way_column &unit) const {
        return way::batch(count)
            .targets(unit, count_)
            .numbered(traits::entity_mask, row_of_.data(), row_of_.size())
            .generations(unit, agents_);
    }

  private:
    rows row_of_;
    way_column agents_{};
    size_t count_ = 0;
};

} // namespace way

#endif
