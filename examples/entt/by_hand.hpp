// The system of entt.cpp written by hand, as is usual in EnTT, and a function that times it against waylay.
static void lead_by_get(entt::registry &r) { // the usual way in EnTT
    for (auto [e, p, s, t, go] : r.view<const position, const speed, const target, steer>().each()) {
        go = {0, 0};
        if (!r.valid(t.unit))
            continue;
        auto [q, v] = r.get<position, velocity>(t.unit);
        lead_by_hand(p.x, p.y, s.mps, q.x, q.y, v.x, v.y, &go.x, &go.y);
    }
}

static uint64_t hash_of(entt::registry &r, const std::vector<entt::entity> &all) {
    uint64_t hash = 0;
    for (entt::entity e : all)
        if (r.valid(e))
            hash = hash_more(hash, &r.get<steer>(e), 2);
    return hash;
}

template <class Lead> static void measure(entt::registry &r, Lead by_waylay, const char *what) {
    double waylay_took[rounds], hand_took[rounds];
    for (int round = 0; round < rounds; round++) {
        double began = microseconds();
        lead_by_get(r);
        hand_took[round] = microseconds() - began, began = microseconds();
        by_waylay();
        waylay_took[round] = microseconds() - began;
    }
    const double waylay = median(waylay_took, rounds), hand = median(hand_took, rounds);
    std::printf("%s: waylay %.0f us, by registry.get %.0f us, %.1f times\n", what, waylay, hand, hand / waylay);
}
