"""Builds a project as it is, builds a fresh copy of it elsewhere, and says how the two differ."""

import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess

from world import OUTPUT, STATE, World, decode, read, tree

# What a build reports about its own work, and not about the site.
WORK = ("written", "unchanged", "removed", "rendered", "urls", "stages", "destination", "cacheOff")
WORK_LINES = re.compile(r"^(Built |Nothing changed|  (files|time|sitemaps|left out|warnings|guessed|changes): |            |[a-z]+ (\d+/\d+|…)$)")
REMEMBERED = 6  # clean builds of a project
# Of a folder that is shared, and where the ledger of another host is.
OTHER_LEDGER = re.compile(r".*/cache/ledger-.*warning: the ledger of earlier builds is missing.*\n  hint: dates that only.*\n?")


class Outcome:
    """What a build gave: status, messages, files, and the ledger."""

    def __init__(self, status, messages, files, ledger):
        self.status, self.messages, self.files, self.ledger = status, messages, files, ledger


def messages(out, err, as_json):
    text = (out + err).decode("utf-8", "replace").replace("/inc/site", "/site").replace("/clean/site", "/site")
    if not as_json:
        text = OTHER_LEDGER.sub("", text)
        return "\n".join(l for l in text.splitlines() if not WORK_LINES.match(l))
    try:
        result = json.loads(out)
    except ValueError:
        return text
    for key in WORK:
        result.pop(key, None)
    result["diagnostics"] = [d for d in result.get("diagnostics", []) if d.get("rule") != "ledger" or "earlier builds is missing" not in d.get("message", "")]
    return json.dumps(result, indent=1, ensure_ascii=False).replace("/inc/site", "/site").replace("/clean/site", "/site")


def ledgers(folder):
    if not os.path.isdir(folder):
        return {}
    return {n: open(os.path.join(folder, n), "rb").read() for n in sorted(os.listdir(folder)) if n.startswith("ledger")}


def build(w: World, project, cache, extra):
    as_json = "json" in w.flags
    status, out, err = w.run(w.args(project, cache, extra + (["--json"] if as_json else [])))
    text = messages(out, err, as_json)
    for bad in ("panic:", "goroutine ", "runtime error"):
        if bad in text:
            status = "panic"
    return Outcome(status, text, tree(os.path.join(project, OUTPUT)), ledgers(cache or os.path.join(project, STATE)))


def fresh(w: World):
    """Copies the project to where nothing was built, with the ledger of the project and nothing else that was kept."""
    project, cache = os.path.join(w.dir, "clean", "site"), os.path.join(w.dir, "clean", "cache") if w.shared else ""
    shutil.rmtree(os.path.dirname(project), ignore_errors=True)
    os.makedirs(project)
    names = [os.path.join(w.project, n) for n in os.listdir(w.project) if n not in (OUTPUT, STATE)]
    if names:
        subprocess.run(["cp", "-a", "-t", project, *names], check=True)
    state, to = w.cache or w.path(STATE), cache or os.path.join(project, STATE)
    for name, data in ledgers(state).items():
        os.makedirs(to, exist_ok=True)
        with open(os.path.join(to, name), "wb") as f:
            f.write(data)
    return project, cache


def fingerprint(w: World, project, cache):
    """All that a clean build depends on: names, bytes, modes, and times of the project, the ledger, options, and environment."""
    h = hashlib.sha256(repr((sorted(w.flags.items()), sorted(w.env.items()), project, cache)).encode())
    for top in (project, cache) if cache else (project,):
        for base, dirs, files in os.walk(top):
            dirs.sort()
            for name in sorted(files) + dirs:
                path = os.path.join(base, name)
                st = os.lstat(path)
                h.update(repr((path, st.st_mode, 0 if name in dirs else st.st_mtime_ns)).encode())
                if os.path.islink(path):
                    h.update(os.fsencode(os.readlink(path)))
                elif name in files:
                    h.update(b"%d:" % st.st_size + read(path))
    return h.digest()


def clean(w: World, project, cache):
    """A clean build of a copy; one that is as an earlier one of this world is not made again."""
    key = fingerprint(w, project, cache)
    if key not in w.clean:
        if len(w.clean) == REMEMBERED:
            del w.clean[next(iter(w.clean))]
        w.clean[key] = build(w, project, cache, [])
    return w.clean[key]


def diff(a, b):
    lines = difflib.unified_diff(decode_lines(a), decode_lines(b), "incremental", "clean", lineterm="", n=1)
    return "\n".join(list(lines)[:40])


def decode_lines(x):
    return (x if isinstance(x, str) else x.decode("utf-8", "replace")).splitlines()


def files_differ(got, want):
    for name in sorted(set(got) | set(want)):
        if name not in got:
            return f"{name}: missing"
        if name not in want:
            return f"{name}: is not of the site"
        if got[name] != want[name]:
            return f"{name}: differs\n" + diff(got[name], want[name])
    return ""


def expected(w: World, want):
    """The files of a clean build and the foreign ones; foreign files that equal the site's are the site's now."""
    for name in [n for n, data in w.foreign.items() if want.files.get(n) == data]:
        del w.foreign[name]
    return {**want.files, **w.foreign}


def blocked(w: World, want):
    """Reports whether a foreign file is where the site has a file or a folder."""
    return any(f == n or f.startswith(n + "/") or n.startswith(f + "/") for f in w.foreign for n in want.files if want.files[n] != w.foreign[f])


def step(w: World):
    """Builds, and returns what is wrong, or an empty text."""
    before = tree(w.path(OUTPUT))
    project, cache = fresh(w)
    if w.kill:
        w.run(w.args(w.project, w.cache, ["--adopt"] if w.adopt else []), kill=w.kill)
        w.kill = 0
        for name, data in ledgers(w.cache or w.path(STATE)).items():  # which the killed build may have completed
            os.makedirs(cache or os.path.join(project, STATE), exist_ok=True)
            open(os.path.join(cache or os.path.join(project, STATE), name), "wb").write(data)
        before = None
    extra = (["--noCache"] if "noCache" in w.flags else []) + (["--adopt"] if w.adopt else [])
    got = build(w, w.project, w.cache, extra)
    want = clean(w, project, cache)
    wrong = judge(w, before, got, want)
    w.adopt = w.adopt and want.status != 0
    if want.status == 0:
        w.keep(os.path.dirname(project))
    return wrong, want.status


def judge(w: World, before, got, want):
    if got.status in ("hang", "panic") or want.status in ("hang", "panic"):
        return f"{got.status} and {want.status}\n{got.messages}\n{want.messages}"
    if want.status == 0 and got.status != 0 and not w.adopt and blocked(w, want) and "output-f" in got.messages:
        return "" if before is None or got.files == before else "a refused build changed the output: " + files_differ(got.files, before)
    if got.status != want.status:
        return f"status {got.status}, of the clean build {want.status}\n" + diff(got.messages, want.messages)
    if got.messages != want.messages:
        return "messages differ\n" + diff(got.messages, want.messages)
    if want.status != 0 and not ("strict" in w.flags and want.files):  # which checks what was written, and then fails
        if before is not None and got.files != before:
            return "a build with errors changed the output: " + files_differ(got.files, before)
        return ""
    if w.adopt:
        w.foreign = {n: data for n, data in got.files.items() if n not in want.files}
    if wrong := files_differ(got.files, expected(w, want)):
        return wrong
    if got.ledger != want.ledger:
        return "the ledger differs: " + files_differ(got.ledger, want.ledger)
    return ""
