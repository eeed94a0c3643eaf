"""The preview of a project that is edited: every URL must soon be what a clean build writes."""

import http.client
import os
import re
import signal
import socket
import subprocess
import time
from urllib.parse import quote, urlparse

import compare
from world import OUTPUT, World

# The edits that a preview sees: those of options, of the output, and of what is kept need another process.
KINDS = "^(?!output|stranger|lose|kill|second|flag|environment|snap|restore)"
WAIT = 120  # seconds after which what is served counts; a busy machine takes long

HOST_FILES = ("_headers", "_redirects", ".htaccess")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Preview(World):
    """A world with a server."""

    def __init__(self, binary, source, temp=None, poll=False):
        super().__init__(binary, source, temp)
        self.port = free_port()
        self.flags = {"clock": "2026-11-23T10:00:00Z"}
        args = [binary, "serve", "-s", self.project, "--port", str(self.port), "--disableLiveReload", "--clock", self.flags["clock"]]
        self.log = open(os.path.join(self.dir, "log"), "wb")
        self.server = subprocess.Popen(args + (["--poll", "200ms"] if poll else []), env=self.environ(), stdout=self.log, stderr=self.log)
        self.known, self.prefix = set(), "/"

    def close(self):
        self.server.send_signal(signal.SIGINT)
        try:
            self.server.wait(20)
        except subprocess.TimeoutExpired:
            self.server.kill()
            print("the preview did not end within 20 s")
        super().close()

    def args(self, project, cache, extra=()):
        """The arguments of a clean build that is to be as the preview, at the path that the configuration names."""
        run = [self.binary, "config", "--json", "-e", "development", "-s", project]
        found = re.search(rb'"baseurl",\s*"value":\s*"([^"]*)"', self.run(run)[1])
        self.prefix = urlparse(found[1].decode()).path.strip("/") + "/" if found else "/"
        self.prefix = "/" + self.prefix.lstrip("/")
        return super().args(project, cache, ["-D", "-E", "-F", "-e", "development", "-b", f"http://127.0.0.1:{self.port}{self.prefix}", *extra])

    def get(self, name):
        """The status and body of a file's URL."""
        url = self.prefix + quote(name[: -len("index.html")] if name.endswith("/index.html") or name == "index.html" else name)
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        try:
            c.request("GET", url, headers={"Host": f"127.0.0.1:{self.port}"})
            r = c.getresponse()
            return r.status, r.read()
        finally:
            c.close()

    def wait_ready(self):
        for _ in range(WAIT * 10):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.1)


# The embedded themes give their scripts and styles stable names in a preview.
THEME_FILE = re.compile(rb"/((?:css|js)/[a-z-]+)\.(?:preview\.min|min\.[0-9a-f]{32})\.(css|js)\b")


def plain(data):
    return THEME_FILE.sub(rb"/\1.min.\2", data)


def wrong_files(w: Preview, want, names):
    out = {}
    for name in names:
        status, body = w.get(name)
        if name in want:
            if status != 200 or plain(body) != plain(want[name]):
                out[name] = f"status {status}\n" + compare.diff(body, want[name])
        elif status != 404:
            out[name] = f"status {status} of a file that the site does not have any more"
    return out


def step(w: Preview):
    """Waits until all URLs are those of a clean build; returns what is wrong then, and the status of that build."""
    project, cache = compare.fresh(w)
    want = compare.build(w, project, cache, [])  # which finds the path of the base URL, too
    w.wait_ready()
    if w.server.poll() is not None:
        return f"the preview ended with status {w.server.returncode}: " + open(w.log.name).read()[-2000:], want.status
    if want.status in ("hang", "panic"):
        return f"{want.status}\n{want.messages}", want.status
    if want.status != 0:
        w.get("index.html")
        return "", want.status
    w.keep(os.path.dirname(project))
    files = {n: d for n, d in want.files.items() if os.path.basename(n) not in HOST_FILES and n != "404.html" and not THEME_FILE.search(b"/" + n.encode())}
    lost = {n for n in w.known - set(files) if n.removesuffix("/index.html") not in files and not any(f.startswith(n + "/") for f in files)}
    end, left = time.time() + WAIT, set(files) | lost
    while True:
        if not (bad := wrong_files(w, files, sorted(left))):
            bad = wrong_files(w, files, sorted(set(files) | lost))  # all once more, with the build behind it done
        if not bad or time.time() > end:
            break
        left = set(bad)
        time.sleep(0.1)
    w.known = set(files)
    log = open(w.log.name, errors="replace").read()
    if "panic" in log or "goroutine " in log:
        return "the preview panicked: " + log[-3000:], 0
    return "\n".join(f"{n}: differs: {text}" for n, text in list(bad.items())[:3]), 0
