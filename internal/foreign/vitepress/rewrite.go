package vitepress

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// move is an entry of rewrites: https://vitepress.dev/guide/routing#route-rewrites
type move struct {
	from   *regexp.Regexp
	to     string
	folder string // the entry moves everything in this folder to the root
}

// parameter matches a parameter with a name, or a pattern without one.
var parameter = pattern.New(`/?:(\w+)(?:\(([^)]*)\))?([*+?]?)|\(([^()]*)\)`)

// rewrites reads the entries; those that only a program can read are ignored.
func rewrites(o *script.Object) (out []move) {
	if o == nil {
		return nil
	}
	for _, key := range o.Keys {
		to, ok := o.Get(key).(string)
		if !ok {
			continue
		}
		var b strings.Builder
		at, unnamed := 0, 0
		for _, m := range parameter.FindAllStringSubmatchIndex(key, -1) {
			b.WriteString(regexp.QuoteMeta(key[at:m[0]]))
			if at = m[1]; m[8] >= 0 {
				fmt.Fprintf(&b, "(?P<_%d>%s)", unnamed, key[m[8]:m[9]])
				unnamed++
				continue
			}
			slash := ""
			if key[m[0]] == '/' {
				slash = "/"
			}
			group := func(pattern string) string { return "(?P<" + key[m[2]:m[3]] + ">" + pattern + ")" }
			switch one := "[^/]+?"; {
			case m[4] >= 0:
				b.WriteString(slash + group(key[m[4]:m[5]]))
			case key[m[6]:m[7]] == "*":
				b.WriteString("(?:" + slash + group(".*?") + ")?")
			case key[m[6]:m[7]] == "+":
				b.WriteString(slash + group(".+?"))
			case key[m[6]:m[7]] == "?":
				b.WriteString("(?:" + slash + group(one) + ")?")
			default:
				b.WriteString(slash + group(one))
			}
		}
		b.WriteString(regexp.QuoteMeta(key[at:]))
		re, err := regexp.Compile("^" + b.String() + "$")
		if err != nil {
			continue
		}
		m := move{from: re, to: to}
		if folder, rest, ok := strings.Cut(key, "/:"); ok && ":"+rest == to && strings.HasSuffix(rest, "*") &&
			!strings.ContainsAny(folder, ":(") {
			m.folder = folder
		}
		out = append(out, m)
	}
	return out
}

// placeholder matches a parameter, or a pattern for that without a name at the same place.
var placeholder = pattern.New(`:(\w+)(?:\([^)]*\))?[*+?]?|\([^()]*\)`)

// moved returns the path of a file in the site, given that in the folder of the pages.
func moved(moves []move, file string) string {
	for _, m := range moves {
		found := m.from.FindStringSubmatch(file)
		if found == nil {
			continue
		}
		unnamed := 0
		return strings.TrimPrefix(placeholder.ReplaceAllStringFunc(m.to, func(s string) string {
			name := placeholder.FindStringSubmatch(s)[1]
			if name == "" {
				name = fmt.Sprint("_", unnamed)
				unnamed++
			}
			if i := m.from.SubexpIndex(name); i >= 0 {
				return found[i]
			}
			return s
		}), "/")
	}
	return file
}

// route matches a path that parameters are part of: https://vitepress.dev/guide/routing#dynamic-routes
var route = pattern.New(`\[[^\[\]/]+\]`)

func isRoute(file string) bool { return route.MatchString(file) }
