package resource

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/sass"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/external"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// sassOptions are the options of the compiler, and those for the resulting resource.
type sassOptions struct {
	sass.Options
	TargetPath string
	Transpiler string
	Vars       map[string]any
}

// compileSass implements css.Sass: https://gohugo.io/functions/css/sass/
func compileSass(c Scope, args ...any) (*Resource, error) {
	const function = "css.Sass"
	r, m, err := transformArguments(function, args)
	if err != nil {
		return nil, err
	}
	var o sassOptions
	if err := decodeOptions(function, m, &o); err != nil {
		return nil, err
	}
	m, first, err := contextFirst(c, m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", function, err)
	}
	switch o.Transpiler {
	case "", "libsass", "dartsass":
	default:
		return nil, fmt.Errorf("%s: the option transpiler is libsass or dartsass, not %q", function, o.Transpiler)
	}
	o.Quiet = o.Transpiler != "dartsass"
	o.Options.Vars = sass.NewVars(plainMap(o.Vars))
	if m != nil {
		m = maps.Clone(m)
		m["vars"] = o.Options.Vars // a quoted text differs from the same text unquoted
	}
	to := targetOf(o.TargetPath, ".css")
	target := path.Base(to(r.target))
	made, err := r.transform(c, function, m, func(data []byte, asset assetFunc) (*transformed, error) {
		t, err := r.files.compile(&sass.Entry{
			Name: sassName(r), Content: string(data), Asset: first(asset),
			File: func(name string) ([]byte, bool) {
				text, err := c.PeekFile(name) // all pages ask for it together with the other inputs of the style sheet
				return text, err == nil
			},
		}, &o, target)
		if err != nil {
			return t, fmt.Errorf("%s: %w", function, err)
		}
		return t, nil
	})
	if err != nil {
		return nil, err
	}
	for _, w := range made.warnings {
		c.Warn(diag.Warning, "sass", w)
	}
	return made.resource(r, to, "text/css"), nil
}

// compile compiles a style sheet with LibSass, or with Dart Sass if the options demand it, or if they do not choose and
// the style sheet requires it. target is the name of the result.
func (f *Files) compile(e *sass.Entry, o *sassOptions, target string) (*transformed, error) {
	t := &transformed{program: o.Transpiler == "dartsass"}
	var s *sass.Result
	var err error
	if !t.program {
		s, err = f.o.Sass.Compile(e, &o.Options, target, o.Transpiler == "")
		if errors.Is(err, sass.ErrModules) {
			t.program, t.assets, t.read = true, s.Assets, s.Read
		}
	}
	if t.program {
		compiler, missing := f.transforms.sass(f.o.Config)
		switch {
		case missing != nil && err != nil:
			return t, fmt.Errorf("%s: %w: %w", e.Name, err, missing)
		case missing != nil:
			return t, fmt.Errorf("%s: %w", e.Name, missing)
		}
		s, err = compiler.Compile(e, &o.Options)
	}
	if err != nil {
		return t, err
	}
	t.content, t.warnings = s.Content, s.Warnings
	t.assets, t.read = append(t.assets, s.Assets...), append(t.read, s.Read...)
	if s.Map != nil {
		name := target + ".map"
		if t.program { // LibSass has already reported it
			t.content = fmt.Appendf(t.content, "\n\n/*# sourceMappingURL=%s */", name)
		}
		t.attached = map[string][]byte{name: s.Map}
	}
	return t, nil
}

// sassName returns the path below assets/ of the source. Its extension determines the syntax.
func sassName(r *Resource) string {
	if ext := path.Ext(r.target); ext == ".sass" || path.Ext(r.original) == "" {
		return strings.TrimSuffix(r.original, path.Ext(r.original)) + ext
	}
	return r.original
}

// plainMap converts a map and its nested maps to plain maps.
func plainMap(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		if below, ok := tmpl.Map(v); ok {
			v = plainMap(below)
		}
		out[k] = v
	}
	return out
}

// sass returns Dart Sass, which runs from first use to the end of the build. The caller must hold t.mu.
func (t *transforms) sass(cfg *config.Config) (*sass.Compiler, error) {
	if t.compiler != nil {
		return t.compiler, nil
	}
	program, err := sassProgram(cfg)
	if err != nil {
		return nil, err
	}
	t.compiler, err = sass.Start(program)
	return t.compiler, err
}

// End stops the programs that the build started. One that is needed later starts again.
func (f *Files) End() error {
	t := f.transforms
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.compiler == nil {
		return nil
	}
	err := t.compiler.Close()
	t.compiler = nil
	return err
}

func sassProgram(cfg *config.Config) (string, error) {
	return sass.Find(cfg.Project, func(name string) bool { return cfg.MayRun(name) })
}

// sassQuestion is the key of the question for the program that compiles Sass.
const sassQuestion = "program\x00sass"

// askSass records which program compiles Sass, since another one may have other results.
func (f *Files) askSass(c Scope) (answer uint64) {
	program, err := f.sass()
	return askProgram(c, sassQuestion, program, err)
}

// askProgram records which program was found; err says that there is none.
func askProgram(c Scope, question, program string, err error) (answer uint64) {
	if err == nil {
		if real, err := filepath.EvalSymlinks(program); err == nil {
			program = real
		}
		if info, err := os.Stat(program); err == nil {
			answer = trace.HashStrings(program, fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
		}
	}
	c.Ask(trace.Glob, question, answer)
	return answer
}

// AskAboutProgram asks which program is installed: for Sass ("sass"), or for a notation of content.
func (f *Files) AskAboutProgram(c Scope, name string) {
	if name == "sass" {
		f.askSass(c)
		return
	}
	program, err := external.Find(name)
	askProgram(c, "program\x00"+name, program, err)
}
