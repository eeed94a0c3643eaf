package tmpl

import (
	"reflect"
	"strconv"
	"strings"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// fnSaid, with a number, calls a function that prints a message, and records the position of the call.
const fnSaid = "_Said"

// fnApply is apply, which may call a function that prints a message.
const fnApply = "collections_Apply"

// Position is a position in a template file.
type Position struct {
	File      string // name for messages
	Line, Col int    // from 1
}

// saying is a call of a function that prints a message, such as errorf or warnf.
type saying struct {
	Position
	function string // flat name
}

// said returns the name of the function for a call of flat at pos.
func (r *rewriter) said(flat string, pos parse.Pos) string {
	switch flat {
	case "fmt_Errorf", "fmt_Erroridf", "fmt_Warnf", "fmt_Warnidf", fnApply:
		line, col := diag.At([]byte(r.src), int(pos))
		r.paths.sayings = append(r.paths.sayings, saying{Position{r.file, line, col}, flat})
		return fnSaid + strconv.Itoa(len(r.paths.sayings)-1)
	}
	return flat
}

// sayer returns the function of a saying; nil for other names.
func (e *Executor) sayer(name string, p *paths) any {
	digits, ok := strings.CutPrefix(name, fnSaid)
	if !ok {
		return nil
	}
	number, err := strconv.Atoi(digits)
	if err != nil {
		return nil
	}
	s := &p.sayings[number]
	call := caller(strings.Replace(s.function, "_", ".", 1), reflect.ValueOf(e.functions[s.function]), 0)
	return func(args ...any) (any, error) {
		if s.function == fnApply && !saysByName(args) {
			return call(e.scope, nil, args)
		}
		c := e.scope.Running()
		before := c.Said
		c.Said = &s.Position
		defer func() { c.Said = before }()
		return call(e.scope, nil, args)
	}
}

// saysByName reports whether the arguments of apply name a function that prints a message.
func saysByName(args []any) bool {
	if len(args) < 2 {
		return false
	}
	name, _ := args[1].(string)
	switch strings.ToLower(strings.TrimPrefix(name, "fmt.")) {
	case "errorf", "erroridf", "warnf", "warnidf":
		return true
	}
	return false
}
