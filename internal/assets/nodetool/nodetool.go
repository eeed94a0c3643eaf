// Package nodetool runs programs that npm installed into a project: a text goes in, a text comes out. Which may run is
// the caller's matter. https://gohugo.io/functions/css/postcss/
package nodetool

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Tool is a program and what it is given.
type Tool struct {
	Name    string // required; of the program
	Package string // that has it, for the message of how to install it
	Project string // required; absolute path of the folder that has node_modules, in which it runs
	Args    []string
	Input   []byte
	Env     map[string]string          // variables besides those of this process
	Keep    func(variable string) bool // which of this process it sees; nil: all
}

// Run returns what the tool prints.
func (t *Tool) Run(ctx context.Context) ([]byte, error) {
	script, err := t.find()
	if err != nil {
		return nil, err
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, fmt.Errorf("%s needs Node.js, which is not on the PATH: install it from https://nodejs.org/", t.Name)
	}
	cmd := exec.CommandContext(ctx, node, append([]string{script}, t.Args...)...)
	cmd.Dir = t.Project
	cmd.Env = t.environment(cmd.Environ())
	cmd.Stdin = bytes.NewReader(t.Input)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(problems.String()); text != "" {
			return nil, fmt.Errorf("%s: %s", t.Name, text)
		}
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return out.Bytes(), nil
}

func (t *Tool) environment(process []string) []string {
	env := slices.DeleteFunc(process, func(kv string) bool {
		key, _, _ := strings.Cut(kv, "=")
		_, own := t.Env[key]
		return own || t.Keep != nil && !t.Keep(key)
	})
	env = append(env, "NODE_PATH="+filepath.Join(t.Project, "node_modules"))
	for key, value := range t.Env {
		env = append(env, key+"="+value)
	}
	slices.Sort(env)
	return env
}

// find returns the script of the tool: in the project, else on the PATH.
func (t *Tool) find() (string, error) {
	for _, at := range []string{filepath.Join(t.Project, "node_modules", ".bin", t.Name), t.Name} {
		program, err := exec.LookPath(at)
		if err != nil {
			continue
		}
		if script := scriptOf(program); script != "" {
			return script, nil
		}
		return "", fmt.Errorf("%s is not a script of Node.js", program)
	}
	return "",
		fmt.Errorf("no %s was found in node_modules/.bin or on the PATH: install it in the project with `npm install --save-dev %s`", t.Name, t.Package)
}

// wrapped finds the script in what npm writes into .bin where it cannot link: a shell or command file.
var wrapped = regexp.MustCompile(`[/\\]((?:\.\.|node_modules)[/\\][\w@][\w@./\\-]*)`)

// scriptOf returns the JavaScript that a program of .bin runs; "" when it is none.
func scriptOf(program string) string {
	if real, err := filepath.EvalSymlinks(program); err == nil && isScript(real) {
		return real
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return ""
	}
	if m := wrapped.FindSubmatch(text); m != nil {
		script := filepath.Join(filepath.Dir(program), filepath.FromSlash(strings.ReplaceAll(string(m[1]), `\`, "/")))
		if isScript(script) {
			return script
		}
	}
	return ""
}

// isScript reports whether a file is JavaScript by its name or its first line.
func isScript(file string) bool {
	switch filepath.Ext(file) {
	case ".js", ".mjs", ".cjs":
		return true
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadString('\n')
	return strings.HasPrefix(line, "#!") && strings.Contains(line, "node")
}
