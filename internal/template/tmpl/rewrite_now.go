package tmpl

import (
	"strings"
	"text/template/parse"
	"time"
)

// Most templates use the clock to print the year of a copyright notice. A page that shows only the year, or the day,
// need not be rendered again every second: the question for the clock names the layout by which it is shown, and its
// answer is the text, as in now.Year and now.Format .Site.Params.dateFormat.
const (
	fnNow       = "time_Now"
	fnNowShown  = "_NowShown"  // now, as far as a layout shows it
	fnNowQuiet  = "_NowQuiet"  // now, for a format whose layout asks
	fnNowLayout = "_NowLayout" // the layout of such a format
)

// WholeClock is the layout of a template that may use all of the clock.
const WholeClock = ""

// shownBy has layouts that show what methods of a time return.
var shownBy = map[string]string{
	"Year": "2006", "Month": "01", "Day": "02", "YearDay": "002", "Weekday": "Mon",
}

// coarseNow returns the value of names: if it is the function now, as much of it as the first name and args, which are
// applied to it, show. It changes args.
func (r *rewriter) coarseNow(value parse.Node, names []string, args []parse.Node) parse.Node {
	if !isNow(value) || len(names) == 0 {
		return value
	}
	if names[0] == "Format" && len(names) == 1 && len(args) == 1 {
		return r.formatNow(value, &args[0])
	}
	layout, ok := shownBy[names[0]]
	if !ok {
		return value
	}
	s := &parse.StringNode{NodeType: parse.NodeString, Pos: value.Position(), Quoted: `"` + layout + `"`, Text: layout}
	return r.call(fnNowShown, value.Position(), s)
}

// formatPipe handles {{ now | time.Format "2006" }} and {{ time.Format "2006" now }}.
func (r *rewriter) formatPipe(p *parse.PipeNode) {
	for i, c := range p.Cmds {
		head, ok := c.Args[0].(*parse.IdentifierNode)
		if !ok || head.Ident != "time_Format" {
			continue
		}
		switch {
		case len(c.Args) == 3 && isNow(c.Args[2]):
			c.Args[2] = r.formatNow(c.Args[2], &c.Args[1])
		case len(c.Args) == 2 && i == 1 && len(p.Cmds[0].Args) == 1 && isNow(p.Cmds[0].Args[0]):
			p.Cmds[0].Args[0] = r.formatNow(p.Cmds[0].Args[0], &c.Args[1])
		}
	}
}

// formatNow returns the function for a clock that is formatted by a layout, and makes the layout ask for it.
func (r *rewriter) formatNow(now parse.Node, layout *parse.Node) parse.Node {
	*layout = r.call(fnNowLayout, (*layout).Position(), *layout)
	r.funcs[fnNowQuiet] = true
	return parse.NewIdentifier(fnNowQuiet).SetPos(now.Position())
}

// call returns the pipeline (fn arg).
func (r *rewriter) call(fn string, pos parse.Pos, arg parse.Node) *parse.PipeNode {
	r.funcs[fn] = true
	return &parse.PipeNode{NodeType: parse.NodePipe, Pos: pos, Cmds: []*parse.CommandNode{{
		NodeType: parse.NodeCommand, Pos: pos, Args: []parse.Node{parse.NewIdentifier(fn).SetPos(pos), arg},
	}}}
}

func isNow(n parse.Node) bool {
	id, ok := n.(*parse.IdentifierNode)
	return ok && id.Ident == fnNow
}

// addNow adds the functions that replace now.
func (e *Executor) addNow(t *Functions) {
	e.functions[fnNowShown] = func(layout string) time.Time {
		t.AskClock(layout)
		return t.Clock()
	}
	e.functions[fnNowQuiet] = t.Clock
	e.functions[fnNowLayout] = func(layout any) any {
		text, ok := layout.(string)
		if !ok { // the format converts it, or refuses it
			text = WholeClock
		}
		t.AskClock(text)
		return layout
	}
}

// ShownAt returns the text of a time by a layout that a template shows of the clock: for localized layouts, which show
// more for some languages than for others, and for WholeClock by one that shows as much
// (https://gohugo.io/functions/time/format/#localization).
func ShownAt(t time.Time, layout string) string {
	switch {
	case layout == WholeClock:
		return t.String()
	case strings.HasPrefix(layout, ":date_"):
		return t.Format(time.DateOnly)
	case strings.HasPrefix(layout, ":"):
		return t.String()
	}
	return t.Format(layout)
}

// SameUntilMidnight reports whether a layout shows the same text on a whole day, by formatting times that differ only
// in the rest.
func SameUntilMidnight(layout string) bool {
	for _, zone := range []string{"MST", "07"} {
		if strings.Contains(layout, zone) {
			return false
		}
	}
	first := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	return ShownAt(first, layout) == ShownAt(first.Add(13*time.Hour+47*time.Minute+59*time.Second+987654321), layout)
}
