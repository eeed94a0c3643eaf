"""Builds sites whose files are damaged at random, and finds builds that crash, hang, or take too much memory.

    python3 tools/foreign/wild.py --binary SITEGEN --builds 20000 --seed 1 SITE...

Bytes, lines, and pieces of all files are flipped, cut, doubled, exchanged, and nested: content, templates, configuration,
translations, data, images. A build may fail with messages; it must not panic, run longer than --seconds, or take more than --mb.
What a failure was made of is kept in --out.
"""

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import edits
from world import load, read, write

TOKENS = [b"{{", b"}}", b"{{<", b">}}", b"{{%", b"%}}", b"---\n", b"+++\n", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"[", b"]", b"(", b"<", b"\"", b"'", b"`", b"$$",
          b"[[", b"![](", b"|", b"\r\n", b"\t", b"999999999999999999999", b"-1", b"1e999", b"null", b"{{ end }}", b"{{ range . }}", b"{{ . }}", b"&#0;", b"%zz",
          b"../", b"/", b"://", b"\xe2\x80\xae", b"\xf0\x9f\x98\x80", b"<script>", b"<!--", b"-->", b"<![CDATA[", b"*" * 50, b"> " * 50, b"- " * 50, b"[" * 200, b"{" * 200]


def damage(data, rng, others):
    """Other bytes in place of some."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        at, to = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        to = min(to, at + rng.choice([1, 4, 40, 4000]))
        kind = rng.randrange(8)
        if kind == 0:
            del data[at:to]
        elif kind == 1 and data:
            data[at % len(data)] = rng.randrange(256)
        elif kind == 2:
            data[at:at] = data[at:to] * rng.choice([1, 2, 50])
        elif kind == 3:
            data[at:at] = rng.choice(TOKENS)
        elif kind == 4:
            data[at:at] = rng.choice(TOKENS) * rng.choice([2, 100, 3000])
        elif kind == 5:
            other = rng.choice(others)
            a = rng.randrange(len(other) + 1)
            data[at:to] = other[a:a + rng.choice([10, 100, 2000])]
        elif kind == 6:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines))
        else:
            data[at:to] = bytes(reversed(data[at:to]))
        if len(data) > 300_000:
            del data[300_000:]
    return bytes(data)


def run(args, seconds):
    """Status, output, and largest memory in MB of a program; status is "hang" when it takes too long."""
    with tempfile.TemporaryFile() as out:
        env = {k: os.environ[k] for k in ("PATH", "HOME", "TMPDIR", "GOMAXPROCS") if k in os.environ}
        p = subprocess.Popen(args, stdout=out, stderr=out, env=env)
        hung = threading.Event()
        timer = threading.Timer(seconds, lambda: (hung.set(), p.send_signal(signal.SIGQUIT)))
        timer.start()
        _, status, usage = os.wait4(p.pid, 0)
        timer.cancel()
        p.returncode = status
        out.seek(0)
        return "hang" if hung.is_set() else os.waitstatus_to_exitcode(status), out.read(), usage.ru_maxrss >> 10


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("sites", nargs="+", metavar="SITE")
    p.add_argument("--binary", required=True)
    p.add_argument("--builds", type=int, default=1000)
    p.add_argument("--minutes", type=float, default=1e9, help="end after so many minutes")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=10, help="CPU time that a build may take, and a tenth of the time by the clock (default 10)")
    p.add_argument("--mb", type=int, default=1024, help="memory that a build may take (default 1024)")
    p.add_argument("--out", default=tempfile.gettempdir())
    a = p.parse_args()
    root = tempfile.mkdtemp(prefix="wild-")
    start, done, bad, failures, most, slowest = time.time(), 0, 0, 0, 0, 0.0
    sites = []
    for i, site in enumerate(a.sites):
        load(site, os.path.join(root, str(i), "site"))
        sites.append(os.path.join(root, str(i), "site"))
    others = [d for s in sites for n in edits.names(s) if (d := read(os.path.join(s, n)))]
    try:
        while done < a.builds and time.time() - start < a.minutes * 60:
            rng = random.Random(f"{a.seed}/{done}")
            site, work = sites[done % len(sites)], os.path.join(root, "work")
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(site, work, symlinks=True)
            names = edits.names(work)
            for name in rng.sample(names, min(len(names), rng.choice([1, 1, 2, 5]))):
                write(os.path.join(work, name), damage(read(os.path.join(work, name)), rng, others))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            status, out, mb = run([a.binary, "build", "-s", work, "--yes", "--offline", "--noCache", "--clock", "2026-11-23"], a.seconds * 10)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            done, bad, most, slowest = done + 1, bad + (status != 0), max(most, mb), max(slowest, cpu)
            why = ""
            if status not in (0, 1) or b"panic:" in out or b"goroutine " in out:
                why = f"status {status}: {out[-1500:].decode('utf-8', 'replace')}"
            elif cpu > a.seconds or mb > a.mb:
                why = f"{cpu:.1f} s of CPU, {mb} MB"
            if why:
                failures += 1
                keep = os.path.join(a.out, f"wild-{a.seed}-{done - 1}")
                shutil.rmtree(keep, ignore_errors=True)
                shutil.copytree(work, keep, symlinks=True, ignore=shutil.ignore_patterns("public", ".sitegen"))
                print(f"FAILED {a.sites[(done - 1) % len(sites)]}, seed {a.seed}/{done - 1}: {why}\n{keep}", flush=True)
            if done % 500 == 0:
                print(f"{done} builds, {bad} with errors, {failures} failures, at most {slowest:.1f} s of CPU and {most} MB", flush=True)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print(f"{done} builds in {time.time() - start:.0f} s, {bad} with errors, {failures} failures, at most {slowest:.1f} s of CPU and {most} MB")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
