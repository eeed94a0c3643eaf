package tmpl

import "errors"

// Standin takes the place of a value in the context of a template, so that the caller knows all that the template takes
// of the value: the names that it reads. It is spoiled by everything else that could tell it from another value,
// such as printing it, or giving it to a function that does more than pass it on; what the template gave is of no use
// then.
type Standin struct {
	// Read resolves a path of names on the value. The arguments belong to the last name.
	Read func(s Scope, path []string, args []any) (any, error)

	spoiled bool
}

// Spoiled reports whether the template did something else with the value than reading names.
func (in *Standin) Spoiled() bool { return in.spoiled }

// String is what printing calls.
func (in *Standin) String() string {
	in.spoiled = true
	return ""
}

// MarshalJSON is what scripts and jsonify call.
func (in *Standin) MarshalJSON() ([]byte, error) {
	in.spoiled = true
	return nil, errSpoiled
}

// errSpoiled ends an execution whose result is of no use.
var errSpoiled = errors.New("a stand-in is spoiled")

// Watch has in spoiled by whatever is done to it, until the returned function is called.
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

// passes reports whether a call of a function with these arguments does nothing with the stand-in but to pass it on.
func (in *Standin) passes(function string, args []any) bool {
	switch function {
	case "collections_Dictionary", "compare_Conditional", "compare_Default", fnPartial, "partials_IncludeCached", "not",
		fnTrue, fnStep, fnBound, fnReturn, fnResult, fnDecorate, fnDecorated, fnIsDecorated:
		return true
	case "collections_Index", "collections_IsSet", "collections_Merge", fnCount: // of what it is in
		for _, v := range args {
			if v == any(in) {
				return false
			}
		}
		return true
	}
	if kind, _, ok := pathFunction(function); ok && (kind == fnGet || kind == fnGetTrue || kind == fnCall) {
		args = args[1:]
	}
	for _, v := range args {
		if in.Within(v) {
			return false
		}
	}
	return true
}

// Within reports whether v is the stand-in, or something that templates make and it is in.
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

// Watched reports whether the context or one of the variants of a partial has a stand-in in it.
func (e *Executor) Watched(dot any, variants []any) bool {
	return e.watched != nil && (e.watched.Within(dot) || e.watched.Within(variants))
}
