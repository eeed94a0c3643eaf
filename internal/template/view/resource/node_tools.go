package resource

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/nodetool"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
)

// postCSS implements css.PostCSS: https://gohugo.io/functions/css/postcss/
func postCSS(c Scope, args ...any) (*Resource, error) {
	var o struct {
		importOptions
		InlineImports                            bool
		Config, Use, Parser, Stringifier, Syntax string
		NoMap                                    bool
	}
	return runNode(c, "css.PostCSS", args, &o, func(r *Resource, _ string) (*nodeRun, error) {
		run := &nodeRun{
			program: "postcss", install: "postcss postcss-cli", extension: path.Ext(r.target),
			mediaType: r.mediaType,
		}
		file, err := nodeConfig(r.files.o.Config, "postcss.config", o.Config)
		if err != nil {
			return nil, err
		}
		if file != "" {
			run.args = append(run.args, "--config", file)
		}
		if o.NoMap {
			run.args = append(run.args, "--no-map")
		}
		if o.Use != "" {
			run.args = append(append(run.args, "--use"), strings.Fields(o.Use)...)
		}
		for _, option := range [][2]string{{"--parser", o.Parser}, {"--stringifier", o.Stringifier}, {"--syntax", o.Syntax}} {
			if option[1] != "" {
				run.args = append(run.args, option[0], option[1])
			}
		}
		if o.InlineImports {
			run.inline = &o.importOptions
		}
		return run, nil
	})
}

// tailwindCSS implements css.TailwindCSS: https://gohugo.io/functions/css/tailwindcss/
func tailwindCSS(c Scope, args ...any) (*Resource, error) {
	var o struct {
		importOptions
		Minify, Optimize, DisableInlineImports bool
	}
	return runNode(c, "css.TailwindCSS", args, &o, func(r *Resource, project string) (*nodeRun, error) {
		run := &nodeRun{
			program: "tailwindcss", install: "tailwindcss @tailwindcss/cli", extension: path.Ext(r.target),
			mediaType: r.mediaType,
		}
		run.args = []string{"--input=-", "--cwd", project}
		if o.Minify {
			run.args = append(run.args, "--minify")
		}
		if o.Optimize {
			run.args = append(run.args, "--optimize")
		}
		if !o.DisableInlineImports {
			run.inline = &o.importOptions
		}
		return run, nil
	})
}

// babel implements js.Babel: https://gohugo.io/functions/js/babel/
func babel(c Scope, args ...any) (*Resource, error) {
	var o struct {
		Config                                   string
		Minified, NoComments, Verbose, NoBabelrc bool
		Compact                                  any
		SourceMap                                string
	}
	return runNode(c, "js.Babel", args, &o, func(r *Resource, project string) (*nodeRun, error) {
		run := &nodeRun{program: "babel", install: "@babel/core @babel/cli", extension: ".js", mediaType: "text/javascript"}
		file, err := nodeConfig(r.files.o.Config, "babel.config", o.Config)
		if err != nil {
			return nil, err
		}
		if file != "" {
			run.args = append(run.args, "--config-file", file)
		}
		if o.SourceMap != "" && o.SourceMap != "none" {
			run.args = append(run.args, "--source-maps=inline")
		}
		for _, flag := range []struct {
			name string
			on   bool
		}{
			{"--minified", o.Minified},
			{"--no-comments", o.NoComments},
			{"--verbose", o.Verbose},
			{"--no-babelrc", o.NoBabelrc},
		} {
			if flag.on {
				run.args = append(run.args, flag.name)
			}
		}
		if o.Compact != nil {
			run.args = append(run.args, "--compact="+tmpl.Text(o.Compact))
		}
		name := r.path
		if name == "" {
			name = filepath.Join(project, "assets", filepath.FromSlash(r.original))
		}
		run.args = append(run.args, "--filename="+name)
		return run, nil
	})
}

// nodeRun has the input of a tool.
type nodeRun struct {
	program, install     string
	args                 []string
	inline               *importOptions // nil: the tool resolves imports
	extension, mediaType string
}

// runNode runs a tool of the project on a resource, if the configuration allows it. The tool may read any file of the
// project, so it runs again when one has changed.
func runNode(c Scope, function string, args []any, options any,
	prepare func(r *Resource, project string) (*nodeRun, error),
) (*Resource, error) {
	r, m, err := transformArguments(function, args)
	if err != nil {
		return nil, err
	}
	if v, ok := m["no-map"]; ok {
		m = map[string]any{"noMap": v}
	}
	if err := decodeOptions(function, m, options); err != nil {
		return nil, err
	}
	m, first, err := contextFirst(c, m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", function, err)
	}
	cfg := r.files.o.Config
	run, err := prepare(r, cfg.Project)
	if err != nil {
		r.files.AskAboutProject(c) // the missing tool may be installed later
		return nil, fmt.Errorf("%s: %w", function, err)
	}
	for _, program := range []string{run.program, "node"} {
		if !cfg.MayRun(program) && !(program == "node" && cfg.MayRun("npx")) {
			return nil, fmt.Errorf("%s of %s: security.exec.allow does not permit %s; add '^%[3]s$' to it", function, r.original,
				program)
		}
	}
	made, err := r.transform(c, function, m, func(data []byte, asset assetFunc) (*transformed, error) {
		t := &transformed{project: true}
		if run.inline != nil {
			in := inliner{options: run.inline, asset: first(asset), seen: make(map[string]bool)}
			text, err := in.resolve(r.original, string(data))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", function, err)
			}
			data, t.assets = []byte(text), in.asked
		}
		tool := nodetool.Tool{
			Name: run.program, Package: run.install, Project: cfg.Project, Args: run.args, Input: data,
			Keep: cfg.KeepsVariable(),
			Env: map[string]string{
				"PWD": cfg.Project, "HUGO_ENVIRONMENT": cfg.Environment, "HUGO_ENV": cfg.Environment,
				"HUGO_PUBLISHDIR": filepath.Join(cfg.Project, filepath.FromSlash(cfg.PublishDir)),
			},
		}
		if t.content, err = tool.Run(c.Running().Context); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", function, r.original, err)
		}
		return t, nil
	})
	if err != nil {
		return nil, err
	}
	return made.resource(r, targetOf("", run.extension), run.mediaType), nil
}

// nodeConfig returns the absolute path of a tool's configuration: the file or folder in an option, else a file with one
// of the usual names; "" for none. It may be in the project or a theme, in assets/_jsconfig or at the root.
func nodeConfig(cfg *config.Config, base, named string) (string, error) {
	names := []string{named}
	if named == "" {
		names = []string{base + ".js", base + ".mjs", base + ".cjs"}
	}
	places := projectfile.New(cfg)
	for _, name := range names {
		if filepath.IsAbs(name) && exists(name) {
			return name, nil
		}
		for _, in := range []string{"assets/_jsconfig/", ""} {
			if file, err := places.Find(in + name); err == nil && exists(file) {
				return file, nil
			}
		}
		if file := filepath.Join(cfg.Project, filepath.FromSlash(name)); exists(file) { // ../x
			return file, nil
		}
	}
	if named != "" {
		return "", fmt.Errorf("the configuration %s does not exist", named)
	}
	return "", nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
