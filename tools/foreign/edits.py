"""Random edits of any folder of text files: what a person, git, an editor, or a script may do to a project.

Nothing here knows the program. Lines of front matter, configuration, and templates come from all the sites that are read.
"""

import os
import random
import re
import unicodedata

from world import OUTPUT, STATE, World, encode, read

MARKUP, SETTINGS = (".md", ".html", ".org", ".adoc"), (".toml", ".yaml", ".yml", ".json")
BREAKS = ["{{ if }}", "{{ end }}", "{{ .Nothing.There }}", "{{ partial \"none.html\" . }}", "{{ errorf \"no\" }}", "{{ index . 1 2 }}"]
PROSE = ["Words *and* **more** words.", "# Heading", "## Ünïcode 標題", "- one\n- two", "[link](/about/)", "[[wiki]]", "![](pic.png)",
         "| a | b |\n|---|---|\n| 1 | 2 |", "```go\nfunc f() {}\n```", "<!--more-->", "text[^1]\n\n[^1]: note", "{{< none >}}", "$x^2$",
         "<div>raw</div>", "> quote\n> [!NOTE]", "    code", "term\n: definition", "~~gone~~ https://example.org/auto", "\u202eright", "*[HTML]: x"]
DATES = ["2020-01-01", "2026-11-22T10:00:00Z", "2027-01-01", "2026-11-23T10:00:01Z", "1970-01-01", "yesterday", "0001-01-01"]


class Pool:
    """Lines of all sites, by the kind of file."""

    def __init__(self, folders):
        self.front, self.settings, self.body, self.actions = {}, {}, set(PROSE), set()
        for folder in folders:
            for name in names(folder):
                data = read(os.path.join(folder, name))
                if len(data) < 50_000 and b"\0" not in data:
                    self.add(name, encode(data))
        self.body, self.actions = sorted(self.body), sorted(self.actions)
        self.front, self.settings = ({k: sorted(v) for k, v in x.items()} for x in (self.front, self.settings))

    def add(self, name, text):
        if name.endswith(SETTINGS):
            self.settings.setdefault(name.rsplit(".")[-1], set()).update(text.splitlines()[:60])
        elif name.endswith(".html"):
            for action in re.findall(r"\{\{-?[^{}]*-?\}\}", text):
                if not re.match(r"\{\{-?\s*(if|range|with|end|else|define|block|/\*|break|continue)", action) and "$" not in action:
                    self.actions.add(action)
        elif name.endswith(MARKUP):
            mark, front, body = split(text)
            self.front.setdefault(mark, set()).update(front)
            self.body.update(x for x in body.split("\n\n")[:8] if len(x) < 2000)


def split(text):
    """Front matter and body of a file: the mark, the lines, the rest."""
    for mark in ("---", "+++"):
        if text.startswith(mark + "\n") and (end := text.find("\n" + mark, 3)) > 0:
            return mark, text[4:end].splitlines(), text[end + 4:].lstrip("\n")
    return "", [], text


def names(folder):
    out = []
    for base, dirs, files in os.walk(folder):
        rel = os.path.relpath(base, folder)
        dirs[:] = sorted(d for d in dirs if not (rel == "." and d in (OUTPUT, STATE, ".git")))
        out += [os.path.normpath(os.path.join(rel, f)) for f in sorted(files) if os.path.isfile(os.path.join(base, f))]
    return out


class Editor:
    """Makes the operations of one step. world is only read."""

    def __init__(self, world: World, pool: Pool, rng: random.Random, kinds=None):
        self.w, self.pool, self.rng = world, pool, rng
        self.broken = None
        self.kinds = {k[5:]: getattr(self, k) for k in dir(self) if k.startswith("edit_") and (not kinds or re.search(kinds, k[5:]))}

    def weights(self):
        return [6 if k in ("front", "body", "template", "settings", "words") else 2 if k in ("newpage", "delete", "rename", "mend") else 1 for k in self.kinds]

    def next(self):
        """Operations for a step, with the names of the kinds."""
        ops, kinds = [], []
        for _ in range(self.rng.choice([1, 1, 1, 2, 3, 6])):
            kind = self.rng.choices(list(self.kinds), self.weights())[0]
            try:
                made = self.kinds[kind]()
            except OSError:
                made = None
            for op in made or []:
                self.w.apply(op)
            if made:
                ops, kinds = ops + made, kinds + [kind]
        return ops, kinds

    # choosing

    def pick(self, *ends, within=""):
        all = [n for n in names(self.w.project) if (not ends or n.endswith(ends)) and n.startswith(within)]
        return self.rng.choice(all) if all else None

    def folder(self):
        all = sorted({os.path.dirname(n) for n in names(self.w.project)} - {""})
        return self.rng.choice(all) if all else None

    def text(self, name):
        data = read(self.w.path(name))
        return encode(data) if len(data) < 200_000 and b"\0" not in data else None

    def output(self):
        all = names(self.w.path(OUTPUT)) if os.path.isdir(self.w.path(OUTPUT)) else []
        all = [n for n in all if n not in self.w.foreign and os.path.isfile(self.w.path(OUTPUT + "/" + n))]
        return self.rng.choice(all) if all else None

    def write(self, name, text):
        return [["same" if self.rng.random() < 0.1 else "write", name, text]]

    # texts

    def edit_front(self):
        name = self.pick(*MARKUP, within=self.rng.choice(["content", ""]))
        if not name or (text := self.text(name)) is None:
            return None
        mark, lines, body = split(text)
        mark = mark or "---"
        lines = self.lines(lines, self.pool.front.get(mark, ["title: x"]))
        if self.rng.random() < 0.3:
            lines = [re.sub(r"\d{4}-\d\d-\d\d(T[\d:Z]+)?", lambda _: self.rng.choice(DATES), l) for l in lines]
        return self.write(name, "\n".join([mark, *lines, mark, "", body]))

    def edit_body(self):
        name = self.pick(*MARKUP, within="content") or self.pick(".md")
        if not name or (text := self.text(name)) is None:
            return None
        parts = text.split("\n\n")
        at = self.rng.randrange(1, len(parts) + 1)
        new = self.rng.choice(self.pool.body if self.rng.random() < 0.7 else PROSE)
        parts[at:at + self.rng.choice([0, 1])] = [new]
        return self.write(name, "\n\n".join(parts))

    def edit_template(self):
        name = self.pick(".html", within=self.rng.choice(["layouts", "themes"])) or self.pick(".html")
        if not name or (text := self.text(name)) is None or not self.pool.actions:
            return None
        lines = text.splitlines()
        at = self.rng.randrange(len(lines) + 1)
        action = "<p>" + self.rng.choice(self.pool.actions) + "</p>"
        if self.rng.random() < 0.25:
            del lines[at:at + 1]
        else:
            lines.insert(at, action)
        return self.write(name, "\n".join(lines) + "\n")

    def edit_settings(self):
        name = self.pick(*SETTINGS)
        if not name or (text := self.text(name)) is None:
            return None
        return self.write(name, "\n".join(self.lines(text.splitlines(), self.pool.settings.get(name.rsplit(".")[-1], [""]))) + "\n")

    def lines(self, lines, pool):
        lines, rng = list(lines), self.rng
        at, kind = rng.randrange(len(lines) + 1), rng.randrange(5)
        if kind == 0 and lines:
            del lines[at % len(lines)]
        elif kind == 1 and lines:
            at %= len(lines)
            turned = {"true": "false", "false": "true"}
            lines[at] = re.sub(r"\b(true|false)\b|\d", lambda m: turned.get(m[0]) or str(rng.randrange(10)), lines[at])
        elif kind == 2 and len(lines) > 1:
            a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
        elif pool:
            lines.insert(at, rng.choice(pool))
        return lines

    def edit_words(self):
        """A word becomes another of the same length, often with the old time."""
        name = self.pick()
        if not name or not (text := self.text(name)):
            return None
        words = list(re.finditer(r"[a-z]{4,}", text))
        if not words:
            return None
        m = self.rng.choice(words)
        new = text[:m.start()] + m[0][::-1].replace(m[0][0], "q") + text[m.end():]
        return [[self.rng.choice(["same", "write"]), name, new]]

    def edit_endings(self):
        name = self.pick(*MARKUP, *SETTINGS)
        if not name or (text := self.text(name)) is None:
            return None
        return self.write(name, self.rng.choice([text.replace("\n", "\r\n"), "\ufeff" + text, text.replace("\r", "").lstrip("\ufeff"), text.rstrip("\n"), text + "\n\n"]))

    def edit_size(self):
        name = self.pick(*MARKUP)
        if not name or (text := self.text(name)) is None:
            return None
        return self.write(name, self.rng.choice(["", text + "\n\nmany words " * 3000, "---\n", "---\n---\n", text[: len(text) // 2]]))

    # files and folders

    def edit_newpage(self):
        name, to = self.pick(".md"), self.folder()
        if not name or (text := self.text(name)) is None:
            return None
        base = self.rng.choice(["new", "_index", "index", "a b", "Ünï", "new.fr", "2026-01-02-dated", os.path.basename(name)[:-3]])
        return self.write(os.path.join(to if to.startswith("content") else os.path.dirname(name), base + ".md"), text)

    def edit_delete(self):
        name = self.pick()
        return [["rm", name]] if name else None

    def edit_deletefolder(self):
        name = self.folder()
        return [["rm", name]] if name and self.rng.random() < 0.3 and name not in ("content", "layouts") else None

    def edit_rename(self):
        name = self.pick()
        if not name:
            return None
        base, end = os.path.splitext(os.path.basename(name))
        new = self.rng.choice([base + "2", base.upper(), unicodedata.normalize("NFD", base + "é"), unicodedata.normalize("NFC", base + "é"), "index", "_index", base + ".de"])
        return [["mv", name, os.path.join(os.path.dirname(name), new + end)]]

    def edit_movefolder(self):
        name, to = self.folder(), self.folder()
        if not name:
            return None
        new = self.rng.choice([name + "-moved", name.swapcase(), os.path.join(to, os.path.basename(name)), os.path.join(os.path.dirname(name), "x")])
        return [["mv", name, new]]

    def edit_movefile(self):
        name, to = self.pick(), self.folder()
        return [["mv", name, os.path.join(to, os.path.basename(name))]] if name and to else None

    def edit_exchange(self):
        a, b = self.pick(".md"), self.pick(".md")
        return [["mv", a, "swap.tmp"], ["mv", b, a], ["mv", "swap.tmp", b]] if a and a != b else None

    def edit_bundle(self):
        name = self.pick(".md", within="content")
        return [["mv", name, name[:-3] + "/index.md"]] if name else None

    def edit_copy(self):
        name, to = self.pick(), self.folder()
        return [["cp", name, os.path.join(to, "copy-" + os.path.basename(name))]] if name and to else None

    def edit_copyfolder(self):
        name = self.folder()
        return [["cp", name, name + "-copy"]] if name and self.rng.random() < 0.3 else None

    def edit_link(self):
        name = self.pick()
        return [["ln", name, "elsewhere/" + name.replace("/", "-")]] if name else None

    def edit_linkfolder(self):
        name = self.folder()
        return [["ln", name, "elsewhere/" + name.replace("/", "-")]] if name and self.rng.random() < 0.5 else None

    def edit_times(self):
        name = self.pick()
        return [["utime", name, self.rng.choice([0, 1, 1_000_000_000, 1_790_000_000, 4_000_000_000, 1_795_428_000])]] if name else None

    def edit_mode(self):
        name = self.pick()
        return [["chmod", name, self.rng.choice([0o400, 0o644, 0o755, 0o600])]] if name else None

    # failing builds

    def edit_break(self):
        name = self.pick(".html", within="layouts") or self.pick(".html", ".md")
        if not name or (text := self.text(name)) is None:
            return None
        self.broken = (name, text)
        return [["write", name, text + "\n" + self.rng.choice(BREAKS)]]

    def edit_mend(self):
        if not self.broken:
            return None
        (name, text), self.broken = self.broken, None
        return [["write", name, text]]

    # the output, and what is kept

    def edit_output(self):
        name = self.output()
        if not name:
            return None
        return self.rng.choice([[["outwrite", name, "changed by hand"]], [["outsame", name, self.rng.randrange(5000)]], [["outrm", name]],
                                [["outrm", os.path.dirname(name)]], [["outwrite", name, ""]]])

    def edit_stranger(self):
        name = self.output()
        place = os.path.dirname(name) if name else ""
        return [["stranger", os.path.join(place, self.rng.choice(["foreign.txt", ".hidden", "other/deep.bin", "new/index.html"])), "theirs"]]

    def edit_lose(self):
        return [["lose", self.rng.choice(["cache", "all"])]]

    def edit_kill(self):
        return [["kill", self.rng.randrange(5, 400)]]

    def edit_second(self):
        name = self.pick(".md") if self.w.shared else None
        return [["second", name, self.text(name) or "text"]] if name else None

    # copies, git

    def edit_snap(self):
        return [["snap"]] if len(self.w.snaps) < 6 else None

    def edit_restore(self):
        if not self.w.snaps:
            return None
        what = self.rng.choice(["sources"] if self.w.shared else ["all", "sources", "stateless"])
        return [["restore", self.rng.randrange(len(self.w.snaps)), what]]

    def edit_git(self):
        date = f"2026-0{self.rng.randrange(1, 10)}-1{self.rng.randrange(10)}T10:00:00Z"
        if not os.path.isdir(self.w.path(".git")):
            return [["git", date, "init", "-q", "-b", "main"], ["git", date, "add", "-A"], ["git", date, "commit", "-qm", "first"]]
        return self.rng.choice([
            [["git", date, "add", "-A"], ["git", date, "commit", "-qm", "more"]],
            [["git", date, "stash", "-u"]], [["git", date, "stash", "pop"]],
            [["git", date, "checkout", "-qf", "HEAD~1"]], [["git", date, "checkout", "-qf", "main"]],
            [["git", date, "checkout", "-qfb", "branch" + date[6]]], [["git", date, "clean", "-qfd"]],
            [["git", date, "commit", "-q", "--amend", "--allow-empty", "-m", "amended"]], [["git", date, "gc", "-q"]],
        ])

    # options

    def edit_flag(self):
        flag, values = self.rng.choice([
            ("D", [True]), ("E", [True]), ("F", [True]), ("minify", [True]), ("e", ["development", "staging"]), ("enableGitInfo", [True]),
            ("b", ["https://other.example/", "https://example.org/sub/", "/", "http://localhost:1313/"]), ("j", ["1", "3"]), ("strict", [True]),
            ("clock", ["2026-11-24T10:00:00Z", "2027-06-01T00:00:00Z", "2020-01-01T00:00:00+02:00"]), ("json", [True]), ("json", [True]), ("noCache", [True]),
            ("disableKinds", ["taxonomy,term", "rss", "sitemap,404", "home"]), ("logLevel", ["error"]), ("max-memory", ["200M"]), ("offline", [True]),
        ])
        if flag in self.w.flags and flag != "clock":
            return [["flag", flag, None]]
        return [["flag", flag, self.rng.choice(values)]]

    def edit_environment(self):
        name, value = self.rng.choice([("HUGO_TITLE", "Other"), ("SITEGEN_MINIFY", "true"), ("HUGO_PARAMS_X", "1"), ("TZ", "Asia/Tokyo"), ("LANG", "de_DE.UTF-8"),
                                       ("HUGO_BASEURL", "https://env.example/"), ("SITEGEN_PAGINATION_PAGERSIZE", "1"), ("HUGO_ENV", "x"), ("GOGC", "50")])
        return [["env", name, None if name in self.w.env else value]]
