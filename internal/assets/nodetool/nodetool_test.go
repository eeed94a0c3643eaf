package nodetool

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node")
	}
	t.Setenv("KEPT", "kept")
	t.Setenv("SECRET", "secret")
	dir := t.TempDir()
	script := "#!/usr/bin/env node\nlet s = ''; process.stdin.on('data', (c) => s += c).on('end', () => {" +
		"if (s === 'bad') { console.error('it is bad'); process.exit(1) }" +
		"console.log(s, process.argv[2], process.env.OWN, process.env.KEPT, process.env.SECRET, process.env.NODE_PATH) })"
	write(t, filepath.Join(dir, "node_modules/tool/index.js"), script)
	if err := os.MkdirAll(filepath.Join(dir, "node_modules/.bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../tool/index.js", filepath.Join(dir, "node_modules/.bin/linked")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "node_modules/.bin/wrapped"), "#!/bin/sh\nexec node \"$basedir/../tool/index.js\" \"$@\"\n")
	write(t, filepath.Join(dir, "node_modules/.bin/direct"), script)
	write(t, filepath.Join(dir, "node_modules/.bin/shell"), "#!/bin/sh\necho x\n")
	run := func(name, input string) (string, error) {
		tool := Tool{
			Name: name, Package: "the-package", Project: dir, Args: []string{"--arg"}, Input: []byte(input),
			Env: map[string]string{"OWN": "own"}, Keep: func(v string) bool { return v == "KEPT" || v == "PATH" },
		}
		out, err := tool.Run(context.Background())
		return string(out), err
	}
	for _, name := range []string{"linked", "wrapped", "direct"} {
		want := "text --arg own kept undefined " + filepath.Join(dir, "node_modules") + "\n"
		if got, err := run(name, "text"); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"linked": "linked: it is bad", "shell": "is not a script of Node.js", "missing": "npm install --save-dev the-package",
	} {
		if _, err := run(name, "bad"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
