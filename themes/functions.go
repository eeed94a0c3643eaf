package themes

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/trace"
)

// functionTable is every function that templates may call: those of namespaces, those that stand
// alone, and the short names of some of the former ("upper" -> "strings.ToUpper").
type functionTable struct {
	namespaces map[string]map[string]any
	alone      map[string]any
	aliases    map[string]string
}

func (t *functionTable) add(namespace, name string, fn any, aliases ...string) {
	if t.namespaces[namespace] == nil {
		t.namespaces[namespace] = make(map[string]any)
	}
	t.namespaces[namespace][name] = fn
	for _, a := range aliases {
		t.aliases[a] = namespace + "." + name
	}
}

// goFunctions are text/template's own that Hugo has too and does not replace.
var goFunctions = [...]string{"and", "or", "not", "len", "call", "html", "js", "urlquery"}

// table makes the functions, bound to the worker's running call.
func (w *Worker) table() *functionTable {
	t := &functionTable{namespaces: funcs.Namespaces(w.env()), alone: make(map[string]any), aliases: funcs.Aliases()}
	w.addTemplateFunctions(t)
	w.addSiteFunctions(t)
	w.addTextFunctions(t)
	w.addFileFunctions(t)
	t.add("diagrams", "Goat", drawGoat)
	namespaces, aliases := w.resourceFunctions()
	for ns, members := range namespaces {
		for name, fn := range members {
			t.add(ns, name, fn)
		}
	}
	for a, full := range aliases {
		t.aliases[a] = full
	}
	return t
}

// newVocabulary lists the names of all functions; which worker they are bound to does not matter.
func newVocabulary() *vocabulary {
	t := (&Worker{}).table()
	v := &vocabulary{flat: make(map[string]string), namespaces: make(map[string]map[string]bool)}
	for ns, members := range t.namespaces {
		v.namespaces[ns] = make(map[string]bool, len(members))
		for name := range members {
			v.namespaces[ns][name] = true
		}
	}
	for a, full := range t.aliases {
		ns, name, _ := strings.Cut(full, ".")
		v.flat[a] = flatName(ns, name)
	}
	for name := range t.alone {
		v.flat[name] = name
	}
	for _, name := range goFunctions {
		v.flat[name] = name
	}
	v.flat["return"] = fnReturn
	v.flat["try"] = fnTry
	return v
}

// bind makes the functions by flat name. Functions of ours that take a *Call get the running one;
// text/template calls the others directly.
func (w *Worker) bind() map[string]any {
	t := w.table()
	out := make(map[string]any, 512)
	for ns, members := range t.namespaces {
		for name, fn := range members {
			out[flatName(ns, name)] = w.withCall(name, fn)
		}
	}
	for name, fn := range t.alone {
		out[name] = w.withCall(name, fn)
	}
	w.names = make(map[string]string, len(t.aliases))
	for a, full := range t.aliases {
		ns, name, _ := strings.Cut(full, ".")
		w.names[a] = flatName(ns, name)
	}
	w.addEngineFunctions(out)
	return out
}

// withCall wraps a function whose first parameter is a *Call.
func (w *Worker) withCall(name string, fn any) any {
	v := reflect.ValueOf(fn)
	if t := v.Type(); t.NumIn() == 0 || t.In(0) != reflect.TypeFor[*Call]() {
		return fn
	}
	call := caller(name, v, 0)
	return func(args ...any) (any, error) { return call(w.call, nil, args) }
}

// addEngineFunctions adds what rewriting puts into templates.
func (w *Worker) addEngineFunctions(out map[string]any) {
	out[fnTrue] = truth
	out[fnNowYear] = func() time.Time { return w.now(clockYear) }
	out[fnNowDay] = func() time.Time { return w.now(clockDay) }
	out[fnReturn] = func(value ...any) (any, error) {
		if len(value) == 0 {
			return nil, &result{}
		}
		return nil, &result{value[0]}
	}
	out[fnResult] = func(value ...any) string {
		w.result = &result{}
		if len(value) > 0 {
			w.result.value = value[0]
		}
		return ""
	}
	w.addTry(out)
}

// function returns a template function by the name that templates use: "upper", "strings.ToUpper".
func (w *Worker) function(name string) (any, bool) {
	if flat, ok := w.names[name]; ok {
		name = flat
	} else {
		name = strings.Replace(name, ".", "_", 1)
	}
	fn, ok := w.functions[name]
	return fn, ok
}

// callFunction calls a template function by name, for apply.
func (w *Worker) callFunction(name string, args ...any) (any, error) {
	fn, ok := w.function(name)
	if !ok {
		fn, ok = goFunction(name)
	}
	if !ok {
		err := &missingError{message: fmt.Sprintf("function %q not defined", name)}
		if near := diag.Nearest(name, w.run.theme.vocabulary.names()); near != "" {
			err.hint = fmt.Sprintf("did you mean %s?", near)
		}
		return nil, err
	}
	call := caller(name, reflect.ValueOf(fn), 0)
	if call == nil {
		return nil, fmt.Errorf("%s cannot be called by name", name)
	}
	return call(w.call, nil, args)
}

// goFunction returns a function of text/template that templates know by its own name only.
func goFunction(name string) (any, bool) {
	switch name {
	case "len":
		return func(v any) (int, error) {
			switch rv := reflect.ValueOf(v); rv.Kind() {
			case reflect.Array, reflect.Chan, reflect.Map, reflect.Slice, reflect.String:
				return rv.Len(), nil
			}
			return 0, fmt.Errorf("len of type %T", v)
		}, true
	case "not":
		return func(v any) bool { ok, _ := template.IsTrue(truth(v)); return !ok }, true
	case "html":
		return template.HTMLEscaper, true
	case "js":
		return template.JSEscaper, true
	case "urlquery":
		return template.URLQueryEscaper, true
	}
	return nil, false
}

// env is what the plain functions may ask of the running call.
func (w *Worker) env() *funcs.Env {
	return &funcs.Env{
		Get:  func(v any, name string) (any, error) { return w.call.name(v, name, nil) },
		Call: w.callFunction,
		Params: func(v any) (map[string]any, bool) {
			p, ok := v.(Params)
			return p, ok
		},
		List: func(elem reflect.Type) reflect.Type {
			if elem == reflect.TypeFor[*Page]() {
				return reflect.TypeFor[Pages]()
			}
			return nil
		},
		Keep: func(list any, question string, answer func() (any, error)) (any, error) {
			return w.call.keep(list, question, answer)
		},
		Classify:   classify,
		Group:      func(key, items any) (any, error) { return w.call.group(key, items) },
		NewScratch: func() any { return newScratch() },
		Language:   func() funcs.Language { return w.call.languageOfFunctions() },
		Location:   func() *time.Location { return w.run.o.Site.Config.TimeZone },
		Now:        func() time.Time { return w.now(wholeClock) },
		Random:     func() uint64 { return w.call.random() },
		Counter:    func() uint64 { return w.call.count() },
		TitleStyle: w.titleStyle(),
		URLize:     func(s string) string { return w.run.urlize(s) },
		Anchorize:  func(s string) string { return w.run.anchorize(s) },
		Warn:       func(id, message string) { w.call.warn(diag.Warning, id, message) },
		Error:      func(id, message string) { w.call.warn(diag.Error, id, message) },
	}
}

// now is the build's clock; key says how much of it is looked at.
func (w *Worker) now(key string) time.Time {
	now := w.run.o.Now
	w.call.rec.Ask(trace.Now, key, nowAnswer(now, w.run.o.Site.Config.TimeZone, key))
	return now
}

func (w *Worker) titleStyle() string {
	if w.run == nil {
		return ""
	}
	return w.run.o.Site.Config.TitleCaseStyle
}

// languageOfFunctions is the language of the page being rendered.
func (c *Call) languageOfFunctions() funcs.Language {
	cfg := c.run.o.Site.Config
	if c.page == nil {
		return funcs.Language{Key: cfg.DefaultLanguage, Default: cfg.DefaultLanguage}
	}
	l := c.page.p.Edition.Language
	return funcs.Language{Key: l.Lower, Locale: l.Locale, Default: cfg.DefaultLanguage}
}

// random is a number that is the same for the same question in the same page of the same site.
func (c *Call) random() uint64 {
	c.draws++
	h := mix(hashString(c.target.File), uint64(c.draws))
	return mix(h, uint64(c.number))
}

// count is the next number of math.Counter: different within a rendering and, as good as always,
// between renderings, and the same in every build.
func (c *Call) count() uint64 {
	c.draws++
	h := hashString(c.target.File)
	if c.fill != nil { // a body is shown on other pages, too
		h = mix(h, 1)
	}
	return mix(h, uint64(c.number))>>40*10_000 + uint64(c.draws)
}

// positioned is a message that begins as .Position of a render hook or shortcode prints.
var positioned = regexp.MustCompile(`(?s)^"([^"\\]+)":([0-9]{1,9}):([0-9]{1,9}): (.+)$`)

// warn keeps a message of warnf or errorf for the result of the rendering, once. One that begins with .Position is
// told of that place.
func (c *Call) warn(severity diag.Severity, id, message string) {
	d := &diag.Diagnostic{Rule: "template-message", Severity: severity, Message: message}
	if c.unit != nil {
		d.File = c.unit.file.shown
	}
	if id != "" {
		d.Rule = id
		if slices.ContainsFunc(c.run.theme.ignoredLogs(), func(s string) bool { return strings.EqualFold(s, id) }) {
			return
		}
	}
	if at := positioned.FindStringSubmatch(message); at != nil {
		d.File, d.Message = at[1], at[4]
		d.Line, _ = strconv.Atoi(at[2])
		d.Col, _ = strconv.Atoi(at[3])
	} else if name := c.rendering(); name != "" {
		d.Message += " (while rendering " + name + ")"
	}
	if !slices.ContainsFunc(c.warnings, func(o *diag.Diagnostic) bool { return *o == *d }) {
		c.warnings = append(c.warnings, d)
	}
}

// withErrors puts what errorf said before err ended the rendering in front of it: it often is the reason.
func (c *Call) withErrors(err error) error {
	var said diag.List
	for _, d := range c.warnings {
		if d.Severity == diag.Error {
			said = append(said, d)
		}
	}
	if len(said) == 0 {
		return err
	}
	return append(said, diag.From(err)...)
}
