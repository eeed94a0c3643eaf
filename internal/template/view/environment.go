package view

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// getenv implements os.Getenv for variables that security.funcs.getenv allows: https://gohugo.io/functions/os/getenv/
func (c *Call) getenv(name string) (string, error) {
	cfg := c.Views.site.Config
	if !cfg.MayReadVariable()(name) {
		return "", fmt.Errorf("os.Getenv: security.funcs.getenv does not permit to read %s; add '^%[1]s$' to it", name)
	}
	value := ""
	for _, kv := range cfg.Environ {
		if key, v, _ := strings.Cut(kv, "="); key == name {
			value = v
		}
	}
	c.Recorder.Ask(trace.Glob, "env\x00"+name, trace.HashString(value))
	return value, nil
}
