"""A project on disk that is edited step by step, and the operations that edit it.

An operation is a list of plain values, such as ["write", "content/a.md", "text"]. Operations are tolerant: one that
cannot be done, because an earlier one was left out, does nothing. So any part of a sequence can be replayed.
"""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time

STATE, OUTPUT = ".sitegen", "public"
SECONDS = 60  # CPU time that a build may take, however busy the machine is
TIMEOUT = 10 * SECONDS  # time by the clock


def encode(data):
    return data.decode("utf-8", "surrogateescape")


def decode(text):
    return text.encode("utf-8", "surrogateescape")


def read(path):
    with open(path, "rb") as f:
        return f.read()


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def cpu():
    """The CPU time of all programs that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)


def tree(folder):
    """All files below a folder with their bytes; a link is where it leads to."""
    out = {}
    for base, dirs, files in os.walk(folder):
        for name in files + [d for d in dirs if os.path.islink(os.path.join(base, d))]:
            path = os.path.join(base, name)
            key = os.path.relpath(path, folder)
            out[key] = b"-> " + os.fsencode(os.readlink(path)) if os.path.islink(path) else read(path)
    return out


def load(source, folder):
    """Copies a site to a folder: a folder, or a txtar archive."""
    if os.path.isdir(source):
        shutil.copytree(source, folder, symlinks=False, ignore=shutil.ignore_patterns(STATE, OUTPUT), ignore_dangling_symlinks=True)
        subprocess.run(["chmod", "-R", "u+w", folder], check=True)
        return
    os.makedirs(folder)
    name, lines = None, []
    for line in read(source).splitlines(keepends=True) + [b"-- end --\n"]:
        if line.startswith(b"-- ") and line.rstrip().endswith(b" --"):
            if name:
                write(os.path.join(folder, name), b"".join(lines))
            name, lines = line.strip()[3:-3].decode(), []
        else:
            lines.append(line)


class World:
    """The project under test, its flags and environment, and copies of earlier states of it."""

    def __init__(self, binary, source, temp=None, shared=False):
        self.binary, self.shared = binary, shared
        self.dir = tempfile.mkdtemp(prefix="foreign-", dir=temp)
        self.project = os.path.join(self.dir, "inc", "site")
        load(source, self.project)
        self.flags, self.env, self.foreign, self.snaps = {"clock": "2026-11-23T10:00:00Z"}, {}, {}, []
        self.adopt = False
        self.kill = 0
        self.good = None
        self.clean = {}  # what clean builds gave, by what they were made of
        self.cache = os.path.join(self.dir, "cache") if shared else ""
        self.other = os.path.join(self.dir, "other", "site")
        if shared:
            load(source, self.other)

    def close(self):
        shutil.rmtree(self.dir, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.project, name)

    # running

    def args(self, project, cache, extra=()):
        out = [self.binary, "build", "-s", project, "--yes", *extra]
        for name, value in sorted(self.flags.items()):
            if name in ("json", "noCache"):
                continue
            out += [("-" if len(name) == 1 else "--") + name] + ([] if value is True else [value])
        return out + (["--cacheDir", cache] if cache else [])

    def environ(self):
        keep = {k: os.environ[k] for k in ("PATH", "HOME", "TMPDIR", "GOMAXPROCS") if k in os.environ}
        return {**keep, "LC_ALL": "C.UTF-8", **self.env}

    def run(self, args, kill=0):
        """Returns status, output, and errors of a command; kill is a time in ms, 0 for none."""
        before = cpu()
        p = subprocess.Popen(args, env=self.environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.dir)
        try:
            out, err = p.communicate(timeout=kill / 1000 if kill else TIMEOUT)
            if cpu() - before > SECONDS:
                return "hang", out, err
        except subprocess.TimeoutExpired:
            p.send_signal(signal.SIGKILL if kill else signal.SIGQUIT)
            out, err = p.communicate()
            if not kill:
                return "hang", out, err
        return p.returncode, out, err

    # operations

    def apply(self, op):
        try:
            getattr(self, "op_" + op[0])(*op[1:])
        except (FileNotFoundError, FileExistsError, NotADirectoryError, IsADirectoryError, shutil.Error, OSError):
            pass  # an earlier operation is missing, or made it impossible

    def op_write(self, name, text):
        write(self.path(name), decode(text))

    def op_same(self, name, text):
        """Another text with the time of the old one."""
        st = os.stat(self.path(name))
        write(self.path(name), decode(text))
        os.utime(self.path(name), ns=(st.st_atime_ns, st.st_mtime_ns))

    def op_rm(self, name):
        remove(self.path(name))

    def op_mv(self, old, new):
        if os.path.lexists(self.path(new)) and not os.path.samefile(self.path(old), self.path(new)):
            return
        os.makedirs(os.path.dirname(self.path(new)), exist_ok=True)
        os.rename(self.path(old), self.path(new))

    def op_cp(self, old, new):
        os.makedirs(os.path.dirname(self.path(new)), exist_ok=True)
        if os.path.isdir(self.path(old)):
            shutil.copytree(self.path(old), self.path(new), symlinks=True)
        else:
            shutil.copy2(self.path(old), self.path(new))

    def op_ln(self, name, target):
        """Moves a file to another place in the project and leaves a link to it."""
        self.op_mv(name, target)
        os.symlink(os.path.relpath(self.path(target), os.path.dirname(self.path(name))), self.path(name))

    def op_utime(self, name, seconds):
        os.utime(self.path(name), (seconds, seconds))

    def op_chmod(self, name, mode):
        os.chmod(self.path(name), mode)

    def op_git(self, date, *args):
        env = {**self.environ(), "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_CONFIG_GLOBAL": "/dev/null"}
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "gc.auto=0", "-c", "core.autocrlf=false"]
        subprocess.run(["git", *who, *args], cwd=self.project, env=env, capture_output=True, timeout=TIMEOUT)
        exclude = self.path(".git/info/exclude")
        if os.path.isdir(self.path(".git")):
            write(exclude, f"/{OUTPUT}/\n/{STATE}/\n".encode())

    def op_flag(self, name, value):
        self.flags[name] = value
        if value is None:
            del self.flags[name]

    def op_env(self, name, value):
        self.env[name] = value
        if value is None:
            del self.env[name]

    def op_snap(self):
        to = os.path.join(self.dir, f"snap{len(self.snaps)}")
        subprocess.run(["cp", "-a", self.project, to], check=True)
        self.snaps.append((to, dict(self.foreign)))

    def keep(self, folder):
        """Keeps a copy of the project that was built without errors."""
        to = os.path.join(self.dir, "good")
        shutil.rmtree(to, ignore_errors=True)
        os.rename(folder, to)
        self.good = (os.path.join(to, "site"), dict(self.flags), dict(self.env))

    def op_good(self):
        """Takes back all that was done since the last build without errors, but not the output."""
        if self.good:
            folder, self.flags, self.env = self.good[0], dict(self.good[1]), dict(self.good[2])
            self.replace(folder, [STATE, OUTPUT])

    def replace(self, folder, keep):
        for name in set(os.listdir(self.project)) - set(keep):
            remove(self.path(name))
        for name in set(os.listdir(folder)) - set(keep):
            subprocess.run(["cp", "-a", os.path.join(folder, name), self.path(name)], check=True)

    def op_restore(self, number, what):
        """Puts an older copy back: all, or all but the state, or all but state and output."""
        folder, foreign = self.snaps[number]
        keep = {"all": [], "stateless": [STATE], "sources": [STATE, OUTPUT]}[what]
        self.replace(folder, keep)
        if what != "sources":
            self.foreign = dict(foreign)
            self.adopt = True  # the record about the output is not of this output

    def op_outwrite(self, name, text):
        path = self.path(OUTPUT + "/" + name)
        if os.path.isfile(path):
            write(path, decode(text))

    def op_outsame(self, name, at):
        """Another byte in an output file, with its old time."""
        path = self.path(OUTPUT + "/" + name)
        st, data = os.stat(path), bytearray(read(path))
        if data:
            data[at % len(data)] ^= 1
        write(path, bytes(data))
        os.utime(path, ns=(st.st_atime_ns, st.st_mtime_ns))

    def op_outrm(self, name):
        remove(self.path(OUTPUT + "/" + name) if name else self.path(OUTPUT))
        self.foreign = {k: v for k, v in self.foreign.items() if name and k != name and not k.startswith(name + "/")}

    def op_stranger(self, name, text):
        """A foreign file in the output folder."""
        path = self.path(OUTPUT + "/" + name)
        if os.path.isdir(self.path(OUTPUT)) and not os.path.lexists(path):
            write(path, decode(text))
            self.foreign[name] = decode(text)

    def op_lose(self, what):
        """Loses the cache, or all that is kept together with the output."""
        state = self.cache or self.path(STATE)
        if what == "cache":
            remove(os.path.join(state, "cache"))
        else:
            remove(state)
            remove(self.path(OUTPUT))
            self.foreign = {}

    def op_kill(self, ms):
        self.kill = ms

    def op_second(self, name, text):
        """The other project that shares the cache gets a text and is built."""
        if self.shared:
            if name:
                write(os.path.join(self.other, name), decode(text))
            self.run(self.args(self.other, self.cache, ["--adopt"]))

    def op_sleep(self, ms):
        time.sleep(ms / 1000)
