package tmpl

import (
	"strings"
	"text/template/parse"
	"time"
)

// Most templates use the clock to print the year of a copyright notice. A page that shows only the year, or the day,
// need not be rendered again every second: if the template says so explicitly, as in now.Year and now.Format "2006",
// the question has that precision.
const (
	fnNow     = "time_Now"
	fnNowYear = "_NowYear" // now, if only the year is used
	fnNowDay  = "_NowDay"  // now, if only the date is used
)

// The parts of the clock that a template shows.
const (
	WholeClock = ""
	ClockYear  = "year"
	ClockDay   = "day"
)

// coarseNow replaces the function now if names and args, which are applied to it, use only a part of the clock.
func (r *rewriter) coarseNow(value parse.Node, names []string, args []parse.Node) {
	if len(names) == 0 {
		return
	}
	switch names[0] {
	case "Year":
		r.coarsen(value, fnNowYear)
	case "Format":
		if len(names) == 1 && len(args) == 1 {
			r.formatNow(args[0], value)
		}
	}
}

// formatNow handles a constant layout and the function now that it formats.
func (r *rewriter) formatNow(layout, value parse.Node) {
	s, ok := layout.(*parse.StringNode)
	if !ok {
		return
	}
	switch clockOf(s.Text) {
	case ClockYear:
		r.coarsen(value, fnNowYear)
	case ClockDay:
		r.coarsen(value, fnNowDay)
	}
}

// formatPipe handles {{ now | time.Format "2006" }} and {{ time.Format "2006" now }}.
func (r *rewriter) formatPipe(p *parse.PipeNode) {
	for i, c := range p.Cmds {
		head, ok := c.Args[0].(*parse.IdentifierNode)
		if !ok || head.Ident != "time_Format" {
			continue
		}
		switch {
		case len(c.Args) == 3:
			r.formatNow(c.Args[1], c.Args[2])
		case len(c.Args) == 2 && i == 1 && len(p.Cmds[0].Args) == 1:
			r.formatNow(c.Args[1], p.Cmds[0].Args[0])
		}
	}
}

func (r *rewriter) coarsen(n parse.Node, fn string) {
	if id, ok := n.(*parse.IdentifierNode); ok && id.Ident == fnNow {
		id.Ident = fn
		r.funcs[fn] = true
	}
}

// clockOf returns the part of the clock that a layout shows, by formatting times that differ only in the rest.
func clockOf(layout string) string {
	for _, zone := range []string{"MST", "07"} {
		if strings.Contains(layout, zone) {
			return WholeClock
		}
	}
	if strings.HasPrefix(layout, ":") { // a localized one: https://gohugo.io/functions/time/format/#localization
		if strings.HasPrefix(layout, ":date_") {
			return ClockDay
		}
		return WholeClock
	}
	first := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	shown := first.Format(layout)
	switch {
	case shown != first.Add(13*time.Hour+47*time.Minute+59*time.Second+987654321).Format(layout):
		return WholeClock
	case shown != first.AddDate(0, 10, 22).Format(layout), shown != first.AddDate(0, 1,
		0).Format(layout), shown != first.AddDate(0, 0, 5).Format(layout):
		return ClockDay
	}
	return ClockYear
}
