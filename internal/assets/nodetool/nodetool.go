// Package nodetool runs programs that npm installed into a project, with text as input and output. The caller decides
// which programs may run. https://gohugo.io/functions/css/postcss/
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

// Tool is a program with its input.
type Tool struct {
	Name    string // of the program // required
	Package string // npm package that contains it, for the message on how to install it
	Project string // absolute path of the folder with node_modules, in which it runs // required
	Args    []string
	Input   []byte
	Env     map[string]string          // variables in addition to those of this process
	Keep    func(variable string) bool // which variables of this process it sees; nil: all
}

// Run returns the standard output of the tool.
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
	cmd.Env = Environment(cmd.Environ(), t.Env, t.Keep, "NODE_PATH="+filepath.Join(t.Project, "node_modules"))
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

// Environment returns the variables that a program sees, sorted: those of the process that keep allows (nil: all), those
// of own, which override them, and more.
func Environment(process []string, own map[string]string, keep func(key string) bool, more ...string) []string {
	env := append(slices.DeleteFunc(process, func(kv string) bool {
		key, _, _ := strings.Cut(kv, "=")
		_, given := own[key]
		return given || keep != nil && !keep(key)
	}), more...)
	for key, value := range own {
		env = append(env, key+"="+value)
	}
	slices.Sort(env)
	return env
}

// find returns the path of the script: in the project, else on the PATH.
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

// wrapped matches the script path in the shell or command files that npm writes into .bin where links are not possible.
var wrapped = regexp.MustCompile(`[/\\]((?:\.\.|node_modules)[/\\][\w@][\w@./\\-]*)`)

// scriptOf returns the JavaScript file that a program of .bin runs; "" if it is something else.
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

// isScript reports whether a file is JavaScript, by its name or first line.
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
