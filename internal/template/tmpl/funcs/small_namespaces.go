package funcs

import (
	"fmt"
	"html/template"
	"net/url"
	"path"
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// safe returns the namespace safe.
func (l *lib) safe() map[string]any {
	return map[string]any{
		"CSS":      trusted[template.CSS]("safe.CSS"),
		"HTML":     trusted[template.HTML]("safe.HTML"),
		"HTMLAttr": trusted[template.HTMLAttr]("safe.HTMLAttr"),
		"JS":       trusted[template.JS]("safe.JS"),
		"JSStr":    trusted[template.JSStr]("safe.JSStr"),
		"URL":      trusted[template.URL]("safe.URL"),
	}
}

func trusted[T ~string](fn string) func(v any) (T, error) {
	return func(v any) (T, error) {
		s, err := str(fn, v)
		return T(s), err
	}
}

// reflect returns the namespace reflect.
func (l *lib) reflect() map[string]any {
	is := func(c Class) func(v any) bool {
		return func(v any) bool { return v != nil && l.env.Classify(v)&c != 0 }
	}
	return map[string]any{
		"IsImageResource":            is(IsImage),
		"IsImageResourceProcessable": is(IsImageProcessable),
		"IsImageResourceWithMeta":    is(IsImageWithMeta),
		"IsMap":                      func(v any) bool { return reflect.ValueOf(v).Kind() == reflect.Map },
		"IsPage":                     is(IsPage),
		"IsResource":                 is(IsResource),
		"IsSite":                     is(IsSite),
		"IsSlice":                    func(v any) bool { return reflect.ValueOf(v).Kind() == reflect.Slice },
	}
}

// mostHumanized limits the texts for humanize, which is slow.
const mostHumanized = 1 << 20

// inflect returns the namespace inflect.
func (l *lib) inflect() map[string]any {
	return map[string]any{
		"Humanize": func(v any) (string, error) {
			s, err := str("inflect.Humanize", v)
			if err == nil && len(s) > mostHumanized {
				err = fmt.Errorf("inflect.Humanize: a text of %d bytes is longer than %d MB", len(s), mostHumanized>>20)
			}
			if err != nil {
				return "", err
			}
			return words.Humanize(s), nil
		},
		"Pluralize":   onText("inflect.Pluralize", words.Pluralize),
		"Singularize": onText("inflect.Singularize", words.Singularize),
	}
}

// onText turns a function of a string into a template function.
func onText[T any](fn string, f func(string) T) func(v any) (T, error) {
	return func(v any) (T, error) {
		s, err := str(fn, v)
		return f(s), err
	}
}

// onShort is onText for a function whose result is several times as long.
func onShort[T any](fn string, f func(string) T) func(v any) (T, error) {
	return func(v any) (T, error) {
		s, err := str(fn, v)
		if err == nil {
			err = shortEnough(fn, s)
		}
		if err != nil {
			var zero T
			return zero, err
		}
		return f(s), nil
	}
}

// debug returns the namespace debug. Timers do not measure: a build reads no clock while it renders.
func (l *lib) debug() map[string]any {
	visible := strings.NewReplacer(" ", "[SPACE]", "\t", "[TAB]", "\n", "[NEWLINE]\n", "\r", "[CR]",
		"\v", "[VTAB]", "\x00", "[NUL]", "\ufffd", "[U+FFFD]")
	return map[string]any{
		"Dump": func(v any) (string, error) {
			if err := boundedData("debug.Dump", v); err != nil {
				return "", err
			}
			text, _ := l.jsonify(map[string]any{"indent": "  "}, v)
			return string(text), nil
		},
		"Timer": func(name any) Timer { return Timer{} },
		"VisualizeSpaces": func(v any) string {
			s, _ := str("debug.VisualizeSpaces", v) // "" for values that are not text, as in Hugo
			return visible.Replace(s)
		},
	}
}

// Timer is the result of debug.Timer; it measures nothing.
type Timer struct{}

// Stop returns "".
func (Timer) Stop() string { return "" }

// fmt returns the namespace fmt.
func (l *lib) fmt() map[string]any {
	format := func(fn string, layout any, args []any) (string, error) {
		s, err := str(fn, layout)
		if err != nil {
			return "", err
		}
		s, args = namedTypes(s, args)
		return exec.Printf(s, args...)
	}
	const mostMessage = 1 << 20
	say := func(to func(id, message string), fn, id string, layout any, args []any) (string, error) {
		s, err := format(fn, layout, args)
		if err != nil {
			return "", err
		}
		if len(s) > mostMessage {
			return "", fmt.Errorf("a message of %d bytes is longer than %d MB", len(s), mostMessage>>20)
		}
		to(id, s)
		return "", nil
	}
	plain := func(fn string, to func(id, message string)) any {
		return func(layout any, args ...any) (string, error) { return say(to, fn, "", layout, args) }
	}
	withID := func(fn string, to func(id, message string)) any {
		return func(id, layout any, args ...any) (string, error) {
			name, err := str(fn, id)
			if err != nil {
				return "", err
			}
			return say(to, fn, name, layout, args)
		}
	}
	return map[string]any{
		"Errorf":   plain("errorf", l.env.Error),
		"Erroridf": withID("erroridf", l.env.Error),
		"Print":    exec.Print,
		"Printf":   func(layout any, args ...any) (string, error) { return format("printf", layout, args) },
		"Println":  exec.Println,
		"Warnf":    plain("warnf", l.env.Warn),
		"Warnidf":  withID("warnidf", l.env.Warn),
	}
}

// DirFile is the result of path.Split.
type DirFile struct{ Dir, File string }

// String returns "dir|file".
func (d DirFile) String() string { return d.Dir + "|" + d.File }

// path returns the namespace path.
func (l *lib) path() map[string]any {
	return map[string]any{
		"Base":     onText("path.Base", path.Base),
		"BaseName": onText("path.BaseName", func(s string) string { return strings.TrimSuffix(path.Base(s), path.Ext(s)) }),
		"Clean":    onText("path.Clean", path.Clean),
		"Dir":      onText("path.Dir", path.Dir),
		"Ext":      onText("path.Ext", path.Ext),
		"Join": func(elements ...any) (string, error) {
			parts, err := flatText("path.Join", elements)
			return path.Join(parts...), err
		},
		"Split": onText("path.Split", func(s string) DirFile {
			dir, file := path.Split(s)
			return DirFile{dir, file}
		}),
	}
}

// flatText converts values to strings, including those in lists.
func flatText(fn string, values []any) ([]string, error) {
	var out []string
	for _, v := range values {
		parts := []any{v}
		switch v := v.(type) {
		case []string:
			out = append(out, v...)
			continue
		case []any:
			parts = v
		}
		for _, p := range parts {
			s, err := str(fn, p)
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// urls returns the functions of the namespace urls that need no site.
func (l *lib) urls() map[string]any {
	hyphens := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), " ", "-") }
	urlize, anchorize := l.env.URLize, l.env.Anchorize
	if urlize == nil {
		urlize = hyphens
	}
	if anchorize == nil {
		anchorize = hyphens
	}
	return map[string]any{
		"Anchorize": onText("urls.Anchorize", anchorize),
		"JoinPath": func(elements ...any) (string, error) {
			parts, err := flatText("urls.JoinPath", elements)
			if err != nil || len(parts) == 0 {
				return "", err
			}
			return url.JoinPath(parts[0], parts[1:]...)
		},
		"Parse": func(v any) (*url.URL, error) {
			s, err := str("urls.Parse", v)
			if err != nil {
				return nil, err
			}
			u, err := url.Parse(s)
			if err != nil {
				return nil, fmt.Errorf("urls.Parse: %w", err)
			}
			return u, nil
		},
		"PathEscape": onShort("urls.PathEscape", url.PathEscape),
		"PathUnescape": func(v any) (string, error) {
			s, err := str("urls.PathUnescape", v)
			if err != nil {
				return "", err
			}
			if s, err = url.PathUnescape(s); err != nil {
				return "", fmt.Errorf("urls.PathUnescape: %w", err)
			}
			return s, nil
		},
		"URLize": onText("urls.URLize", urlize),
	}
}
