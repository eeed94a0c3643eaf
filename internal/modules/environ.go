package modules

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// setting returns a variable of Go's, such as GOPROXY: that of the environment, else what `go env -w` wrote; "" for none
// (https://pkg.go.dev/cmd/go#hdr-Environment_variables).
func (r *resolver) setting(name string) string {
	if v := r.env[name]; v != "" {
		return v
	}
	return r.goEnv[name]
}

// readGoEnv reads the file of `go env -w`: the one that GOENV names ("off" for none), else that of the user.
func (r *resolver) readGoEnv() error {
	var files []string
	switch named := r.env["GOENV"]; {
	case named == "off":
	case named != "":
		files = []string{named}
	default:
		for _, in := range [][]string{
			{"XDG_CONFIG_HOME"}, {"AppData"}, {"HOME", "Library", "Application Support"}, {"HOME", ".config"},
		} {
			if dir := r.env[in[0]]; filepath.IsAbs(dir) {
				files = append(files, filepath.Join(append(append([]string{dir}, in[1:]...), "go", "env")...))
			}
		}
	}
	r.goEnv = map[string]string{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		for line := range strings.Lines(string(src)) {
			if k, v, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
				r.goEnv[k] = v
			}
		}
		return err
	}
	return nil
}
