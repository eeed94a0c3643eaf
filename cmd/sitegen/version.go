package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// versionCommand returns `sitegen version`.
func (a *app) versionCommand() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and how to upgrade",
		Args:  noSuchCommand,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return json.NewEncoder(a.out).Encode(struct {
					Version string `json:"version"`
					OS      string `json:"os"`
					Arch    string `json:"arch"`
					Go      string `json:"go"`
				}{version(), runtime.GOOS, runtime.GOARCH, runtime.Version()})
			}
			a.printf(a.out, "sitegen %s %s/%s %s\n", version(), runtime.GOOS, runtime.GOARCH, runtime.Version())
			a.printf(a.out, "To upgrade, %s.\n", upgrade())
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object with version, os, arch and go")
	return c
}

// program identifies this binary, so cached data of one version is not used by another: its version, or for a
// development build its file.
func program() string {
	v := version()
	if !strings.HasPrefix(v, "devel") && !strings.Contains(v, "+dirty") && v != "unknown" {
		return v
	}
	file, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d", v, info.Size(), info.ModTime().UnixNano())
}

// version returns the version that the Go tool stamped into the binary: a tag or a commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel-" + s.Value[:min(12, len(s.Value))]
		}
	}
	return "devel"
}
