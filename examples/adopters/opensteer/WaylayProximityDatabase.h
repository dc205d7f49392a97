// Implements OpenSteer's proximity database with waylay. One call of way_neighbours3d lists the neighbours of
// all vehicles for several frames, because each list holds the vehicles within the radius plus a margin.
// Lists stay valid while vehicles move less than half of the margin. Vehicles that move more are "jumpers",
// and every search tests all jumpers. So results and order are those of OpenSteer's brute force.
#ifndef WAYLAY_PROXIMITY_DATABASE_H
#define WAYLAY_PROXIMITY_DATABASE_H

#include <algorithm>
#include <vector>

#include "OpenSteer/Proximity.h"
#include "waylay/waylay.h"

template <class Content>
class WaylayProximityDatabase : public OpenSteer::AbstractProximityDatabase<Content> {
  public:
    class Token : public OpenSteer::AbstractTokenForProximityDatabase<Content> {
      public:
        Token(Content content, WaylayProximityDatabase &database) : content(content), database(database) {
            database.insert(this);
        }
        ~Token() { database.erase(this); }
        void updateForNewPosition(const OpenSteer::Vec3 &now) {
            position = now;
            database.move(this);
        }
        void findNeighbors(const OpenSteer::Vec3 &center, const float radius, std::vector<Content> &results) {
            database.find(*this, center, radius, results);
        }

      private:
        friend class WaylayProximityDatabase;
        Content content;
        WaylayProximityDatabase &database;
        OpenSteer::Vec3 position, listed; // listed: the position when the lists were made
        uint32_t row = 0;
        bool jumped = false;
    };

    // margin: the fraction of the radius that lists reach farther
    explicit WaylayProximityDatabase(float margin = 0.25f) : margin(margin) {}
    Token *allocateToken(Content content) { return new Token(content, *this); }
    int getPopulation() { return (int)tokens.size(); }

  private:
    const float margin;
    float reach = 0; // the radius of the lists without the margin; 0: there are no lists
    std::vector<Token *> tokens, jumpers;
    std::vector<float> xyz;
    std::vector<size_t> offset;
    std::vector<way_neighbour> list;
    std::vector<char> memory;

    void insert(Token *token) {
        token->row = (uint32_t)tokens.size();
        tokens.push_back(token);
        reach = 0;
    }
    void erase(Token *token) {
        tokens.erase(std::find(tokens.begin(), tokens.end(), token));
        for (size_t row = 0; row < tokens.size(); row++)
            tokens[row]->row = (uint32_t)row;
        reach = 0;
    }
    bool strayed(const OpenSteer::Vec3 &from, const OpenSteer::Vec3 &to) const {
        const float most = 0.499f * margin * reach;
        return (to - from).lengthSquared() > most * most;
    }
    void move(Token *token) {
        if (reach == 0 || token->jumped || !strayed(token->listed, token->position))
            return;
        token->jumped = true;
        jumpers.push_back(token);
        if (jumpers.size() > 8 + tokens.size() / 32)
            reach = 0;
    }

    void makeLists(float radius) {
        const size_t count = tokens.size();
        xyz.resize(3 * count);
        offset.resize(count + 1);
        for (Token *token : tokens) {
            token->listed = token->position;
            token->jumped = false;
            const float place[3] = {token->position.x, token->position.y, token->position.z};
            std::copy(place, place + 3, &xyz[3 * token->row]);
        }
        jumpers.clear();
        reach = radius;
        const float range = reach * (1 + margin);
        way_choose3d_in in = WAY_INIT;
        in.chaser_x = in.runner_x = way_at(&xyz[0], 12);
        in.chaser_y = in.runner_y = way_at(&xyz[1], 12);
        in.chaser_z = in.runner_z = way_at(&xyz[2], 12);
        in.range_to = way_same(&range);
        memory.resize(way_crowd3d_bytes(count));
        way_make_crowd3d(&in, count, (way_crowd3d *)memory.data(), memory.size());
        way_choice choice = WAY_INIT;
        choice.count = choice.runner_count = count;
        choice.crowd3d = (const way_crowd3d *)memory.data();
        way_neighbours near = WAY_INIT;
        near.offset = offset.data();
        list.resize(std::max(list.size(), 64 * count));
        near.list = list.data(), near.capacity = list.size();
        while (way_neighbours3d(&in, &choice, &near) == WAY_ERROR_CAPACITY) {
            list.resize(near.needed);
            near.list = list.data(), near.capacity = list.size();
        }
        for (size_t row = 0; row < count; row++)
            std::sort(list.begin() + (ptrdiff_t)offset[row], list.begin() + (ptrdiff_t)offset[row + 1],
                      [](const way_neighbour &a, const way_neighbour &b) { return a.row < b.row; });
    }

    void find(Token &token, const OpenSteer::Vec3 &center, float radius, std::vector<Content> &results) {
        if (reach < radius)
            makeLists(radius);
        const float square = radius * radius;
        const auto take = [&](const Token &other) {
            if ((center - other.position).lengthSquared() < square)
                results.push_back(other.content);
        };
        if (strayed(token.listed, center)) {
            for (const Token *other : tokens)
                take(*other);
            return;
        }
        std::sort(jumpers.begin(), jumpers.end(),
                  [](const Token *a, const Token *b) { return a->row < b->row; });
        auto jumper = jumpers.begin();
        for (size_t k = offset[token.row]; k < offset[token.row + 1]; k++) {
            for (; jumper != jumpers.end() && (*jumper)->row < list[k].row; ++jumper)
                take(**jumper);
            if (!tokens[list[k].row]->jumped)
                take(*tokens[list[k].row]);
        }
        for (; jumper != jumpers.end(); ++jumper)
            take(**jumper);
    }
};

#endif
