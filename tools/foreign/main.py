"""Edits projects at random from outside, and compares each build with a clean one.

    python3 tools/foreign/main.py --binary SITEGEN --steps 2000 --seed 1 SITE...
    python3 tools/foreign/main.py --binary SITEGEN --preview --steps 200 SITE...
    python3 tools/foreign/main.py --binary SITEGEN --replay failure.json

It knows nothing of the code: it edits files, folders, times, links, git, options, and environment as other programs do, and
runs the binary. A SITE is a folder or a txtar archive. After each step, files, messages, status, and ledger must be those of a
clean build of the same project elsewhere. A failure is made small and written to a file that --replay runs again.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time

import compare
import edits
import preview
from world import World, load


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("sites", nargs="*", metavar="SITE")
    p.add_argument("--binary", required=True, help="the program")
    p.add_argument("--steps", type=int, default=1000, help="steps, over all cases (default 1000)")
    p.add_argument("--length", type=int, default=25, help="steps of one case (default 25)")
    p.add_argument("--seed", type=int, default=1, help="what all chance comes from (default 1)")
    p.add_argument("--kinds", help="only these kinds of edit: a regular expression")
    p.add_argument("--tmp", help="folder for projects")
    p.add_argument("--out", default=tempfile.gettempdir(), help="folder for failures")
    p.add_argument("--preview", action="store_true", help="compare what the preview serves")
    p.add_argument("--shrink", type=int, default=150, help="replays spent on making a failure small (default 150)")
    p.add_argument("--minutes", type=float, default=1e9, help="end after so many minutes")
    p.add_argument("--replay", help="a failure to run again")
    p.add_argument("-v", action="store_true", help="print each step")
    a = p.parse_args()
    a.binary, a.tmp = os.path.abspath(a.binary), os.path.abspath(a.tmp or tempfile.gettempdir())
    if a.replay:
        case = json.load(open(a.replay))
        wrong = replay(a, case["site"], case["shared"], case["steps"])
        print(wrong or "no difference")
        return 1 if wrong else 0
    return soak(a)


def pool_of(a):
    """Lines from all sites, read from copies."""
    with tempfile.TemporaryDirectory(dir=a.tmp) as folder:
        copies = []
        for i, site in enumerate(a.sites):
            copies.append(os.path.join(folder, str(i)))
            load(site, copies[-1])
        return edits.Pool(copies)


def soak(a):
    pool, start, done, failing, failures, case, kinds = pool_of(a), time.time(), 0, 0, 0, 0, {}
    while done < a.steps and time.time() - start < a.minutes * 60:
        site = a.sites[case % len(a.sites)]
        seed, case = f"{a.seed}/{case}", case + 1
        steps, bad, wrong = run(a, pool, site, seed, kinds, min(a.length, a.steps - done), start)
        done, failing = done + len(steps), failing + bad
        if wrong:
            failures += 1
            print(f"FAILED {site}, seed {seed}, step {len(steps)}: {wrong[:3000]}", flush=True)
            small, wrong = shrink(a, site, shared(seed, a), steps, wrong)
            name = os.path.join(a.out, f"foreign-{seed.replace('/', '-')}.json")
            json.dump({"site": os.path.abspath(site), "shared": shared(seed, a), "steps": small}, open(name, "w"), indent=1)
            print(f"{name}: {sum(map(len, small))} operations: {json.dumps(small)[:1500]}\n{wrong[:2000]}", flush=True)
        elif case % 20 == 0:
            print(f"{done} steps, {failing} with errors, {failures} failures, {done / (time.time() - start):.1f} steps a second", flush=True)
    print(f"{done} steps in {time.time() - start:.0f} s; {failing} with errors in the project; {len(kinds)} kinds; {failures} failures")
    if a.v:
        print(kinds)
    return 1 if failures else 0


def shared(seed, a):
    return not a.preview and random.Random(seed + "/shared").random() < 0.2


def world(a, site, is_shared):
    return preview.Preview(a.binary, os.path.abspath(site), a.tmp) if a.preview else World(a.binary, site, a.tmp, is_shared)


def check(a, w):
    return preview.step(w) if a.preview else compare.step(w)


def run(a, pool, site, seed, kinds, length, start):
    """One case: returns its steps, how many had errors, and what was wrong with the last one."""
    w, steps, bad, row = world(a, site, shared(seed, a)), [], 0, 0  # row: builds with errors, one after the other
    try:
        editor = edits.Editor(w, pool, random.Random(seed), a.kinds or (preview.KINDS if a.preview else None))
        while len(steps) < length and time.time() - start < a.minutes * 60:
            ops, names = editor.next() if steps and row < 2 else ([], [])
            if row == 2:
                ops, names = [["good"]], ["good"]
                w.apply(ops[0])
            for k in names:
                kinds[k] = kinds.get(k, 0) + 1
            if a.v:
                print(seed, len(steps), names, json.dumps(ops)[:300], flush=True)
            steps.append(ops)
            wrong, status = check(a, w)
            if wrong:
                return steps, bad, wrong
            bad, row = bad + (status != 0), row + 1 if status else 0
            if row > 2:
                break  # the project had errors from the start
        return steps, bad, ""
    finally:
        w.close()


def replay(a, site, is_shared, steps):
    w = world(a, site, is_shared)
    try:
        for ops in steps:
            for op in ops:
                w.apply(op)
            wrong, _ = check(a, w)
            if wrong:
                return wrong
        return ""
    finally:
        w.close()


def shrink(a, site, is_shared, steps, wrong):
    """Leaves out steps, then operations, as long as something stays wrong in the same way."""
    kind, budget = wrong.split("\n")[0].split(":")[-1], a.shrink
    for whole in (True, False):
        i = len(steps) - 1
        while i >= 0 and budget > 0:
            tries = [steps[:i] + steps[i + 1:]] if whole else [steps[:i] + [steps[i][:j] + steps[i][j + 1:]] + steps[i + 1:] for j in range(len(steps[i]))]
            if whole and i + 1 < len(steps):
                tries.append(steps[:i] + [steps[i] + steps[i + 1]] + steps[i + 2:])
            for t in tries:
                budget -= 1
                got = replay(a, site, is_shared, t)
                if got and got.split("\n")[0].split(":")[-1] == kind:
                    steps, wrong = t, got
                    break
            i -= 1
    return steps, wrong


if __name__ == "__main__":
    sys.exit(main())
