package tmpl

import (
	"errors"
	"slices"
)

// Standin replaces a value in the context of a template, to find out which names the template reads from it. Any use
// other than reading names or passing it on, such as printing it, could depend on the value itself: it spoils the
// stand-in, and the result of the template cannot be shared.
type Standin struct {
	// Read resolves a path of names on the value. The arguments belong to the last name.
	Read func(s Scope, path []string, args []any) (any, error)

	spoiled bool
}

// Spoiled reports whether the template did something other than reading names.
func (in *Standin) Spoiled() bool { return in.spoiled }

// String is called for printing.
func (in *Standin) String() string {
	in.spoiled = true
	return ""
}

// MarshalJSON is called for scripts and jsonify.
func (in *Standin) MarshalJSON() ([]byte, error) {
	in.spoiled = true
	return nil, errSpoiled
}

// errSpoiled ends an execution whose result is not needed.
var errSpoiled = errors.New("a stand-in is spoiled")

// Watch marks in as spoiled by any use other than reading, until the returned function is called.
func (e *Executor) Watch(in *Standin) (end func()) {
	outer, before := e.watched, e.machine.Watch
	e.watched = in
	e.machine.Watch = func(function string, args []any) error {
		if outer != nil {
			if err := before(function, args); err != nil {
				return err
			}
		}
		if !in.passes(function, args) {
			in.spoiled = true
			return errSpoiled
		}
		return nil
	}
	return func() { e.watched, e.machine.Watch = outer, before }
}

// passes reports whether a call of a function with these arguments only passes the stand-in on.
func (in *Standin) passes(function string, args []any) bool {
	switch function {
	case "collections_Dictionary", "compare_Conditional", "compare_Default", fnPartial, "partials_IncludeCached", "not",
		fnTrue, fnStep, fnBound, fnReturn, fnResult, fnLeave, fnDecorate, fnDecorated, fnIsDecorated:
		return true
	case "collections_Index", "collections_IsSet", "collections_Merge", fnCount: // unless the stand-in itself is the container
		return !slices.Contains(args, any(in))
	}
	if kind, _, ok := pathFunction(function); ok && (kind == fnGet || kind == fnGetTrue || kind == fnCall) {
		args = args[1:]
	}
	return !slices.ContainsFunc(args, func(v any) bool { return in.Within(v) })
}

// Within reports whether v is the stand-in, or a value made by templates that contains it.
func (in *Standin) Within(v any) bool {
	switch v := v.(type) {
	case *Standin:
		return v == in
	case map[string]any:
		for _, e := range v {
			if in.Within(e) {
				return true
			}
		}
	case []any:
		for _, e := range v {
			if in.Within(e) {
				return true
			}
		}
	case Params:
		return in.Within(map[string]any(v))
	}
	return false
}

// namesOf returns the names of steps.
func namesOf(steps []step) []string {
	names := make([]string, len(steps))
	for i := range steps {
		names[i] = steps[i].name
	}
	return names
}

// Watched reports whether the context or one of the variants of a partial contains a stand-in.
func (e *Executor) Watched(dot any, variants []any) bool {
	return e.watched != nil && (e.watched.Within(dot) || e.watched.Within(variants))
}
