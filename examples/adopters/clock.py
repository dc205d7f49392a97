"""Measures the processor time of calls for the comparisons in these folders. Every round measures each call
once, and the least time of a call counts."""

import time


def least(*calls, rounds=7, seconds=0.02):
    """Returns the seconds that one run of each call takes. A round repeats a call for at least `seconds`."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for k, call in enumerate(calls):
            count, began = 0, time.process_time()
            while True:
                call()
                count += 1
                took = time.process_time() - began
                if took >= seconds:
                    break
            best[k] = min(best[k], took / count)
    return best


def row(what, theirs, ours, answers):
    """Prints a line for scripts/proof/adopters.sh: times in seconds, and a text that compares the answers."""
    def time_of(seconds):
        if seconds >= 1:
            return f"{seconds:.3g} s"
        return f"{1e3 * seconds:.3g} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.3g} µs"
    ratio = "-" if not theirs else f"{theirs / ours:.1f}" if theirs >= ours else f"{theirs / ours:.2f}"
    print(what, time_of(theirs) if theirs else "-", time_of(ours), ratio, answers, sep="|")
