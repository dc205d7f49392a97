"""Measures the processor time of calls for the comparisons in these folders. Every round measures each call
once, and the least time of a call counts."""

import time


def least(*calls, rounds=7, seconds=0.02):
    """Returns the seconds that one run of each call takes. A round repeats a call for at least `seconds`."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for k, call in enumerate(calls):
            count, took, began = 0, 0, time.process_time()
            while took < seconds:
                call()
                count, took = count + 1, time.process_time() - began
            best[k] = min(best[k], took / count)
    return best


def row(what, theirs, ours, answers):
    """Prints a line for scripts/proof/adopters.sh: times in seconds, and a text that compares the answers."""
    def time_of(seconds):
        factor, unit = next(pair for pair in ((1, "s"), (1e3, "ms"), (1e6, "µs")) if seconds * pair[0] >= 1 or pair[1] == "µs")
        return f"{factor * seconds:.3g} {unit}"
    ratio = "-" if not theirs else f"{theirs / ours:.1f}" if theirs >= ours else f"{theirs / ours:.2f}"
    print(what, time_of(theirs) if theirs else "-", time_of(ours), ratio, answers, sep="|")
