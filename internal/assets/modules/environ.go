package modules

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// setting returns a variable of Go, such as GOPROXY: from the environment, else from the file that `go env -w` wrote;
// "" for none (https://pkg.go.dev/cmd/go#hdr-Environment_variables). The file is read when the first variable is
// needed, so a project without modules never reads it.
func (r *resolver) setting(name string) string {
	if v := r.env[name]; v != "" {
		return v
	}
	if r.goEnv == nil {
		r.goEnv = readGoEnv(r.env)
	}
	return r.goEnv[name]
}

// readGoEnv reads the file of `go env -w`. Like Go, it treats an unreadable file as missing: in a container, the user's
// folder may belong to another user.
func readGoEnv(env map[string]string) map[string]string {
	vars := map[string]string{}
	file := goEnvFile(env, runtime.GOOS)
	if file == "" {
		return vars
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return vars
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return vars
	}
	for line := range strings.Lines(string(src)) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			vars[k] = v
		}
	}
	return vars
}

// goEnvFile returns the path of the file of `go env -w`: the value of GOENV ("off" for none), else the default for the
// user and system, as in os.UserConfigDir; "" for none.
func goEnvFile(env map[string]string, system string) string {
	if named := env["GOENV"]; named == "off" {
		return ""
	} else if named != "" {
		return named
	}
	in := []string{env["HOME"], ".config"}
	switch system {
	case "windows":
		in = []string{env["AppData"]}
	case "darwin", "ios":
		in = []string{env["HOME"], "Library", "Application Support"}
	default:
		if dir := env["XDG_CONFIG_HOME"]; dir != "" {
			in = []string{dir}
		}
	}
	if !filepath.IsAbs(in[0]) {
		return ""
	}
	return filepath.Join(append(in, "go", "env")...)
}
