package inspect

import (
	"bytes"
	"context"
	"os"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/site"
)

// correct adjusts the answers about sitemaps to the written files: a URL may break a rule of the protocol, and a
// template of the project may write the sitemap differently.
func (x *Explained) correct(found diag.List) {
	xml, text := false, false
	for _, name := range x.Sitemaps {
		isText := strings.HasSuffix(name, ".txt")
		xml, text = xml || !isText, text || isText
	}
	for i := range x.Emitters {
		a := &x.Emitters[i]
		switch {
		case !a.In:
		case a.Emitter == "sitemap" && !xml:
			a.In, a.Why = false, "it is not in what was written"
			for _, d := range found {
				if d.File == x.File && strings.HasPrefix(d.Rule, "L") && d.File != "" {
					a.Rule, a.Why, a.File = d.Rule, d.Message, d.File
				}
			}
		case strings.HasSuffix(a.Emitter, "sitemap.txt") && !text && xml:
			a.In, a.Why = false, "the project's own template writes the sitemap, in XML only"
		}
	}
}

// keyLine returns the line of a key inside a cascade; line is that of the cascade, or already that of the key.
func keyLine(p *project.Project, file string, line int, key string) int {
	if file == "" || line == 0 || key == "" {
		return line
	}
	text, err := os.ReadFile(p.At(file))
	if err != nil {
		return line
	}
	lines := strings.Split(string(text), "\n")
	if line > len(lines) || !strings.Contains(strings.ToLower(lines[line-1]), "cascade") {
		return line
	}
	for i, s := range lines[line:] {
		s = strings.ToLower(strings.TrimSpace(s))
		switch rest, found := strings.CutPrefix(strings.TrimLeft(s, `-"' `), key); {
		case s == "---" || s == "+++":
			return line // the end of the front matter
		case found && strings.TrimLeft(rest, `"' `) != "" && strings.ContainsAny(strings.TrimLeft(rest, `"' `)[:1], ":="):
			return line + i + 1
		}
	}
	return line
}

// These match the elements by which a rendered page keeps itself out of lists.
var (
	saysNoIndex   = pattern.New(`(?is)<meta[^>]*\b(?:robots|googlebot)\b[^>]*>`)
	saysCanonical = pattern.New(`(?is)<link[^>]*\bcanonical\b[^>]*>`)
)

// saidInPage renders a page once more to find where it says noindex (rule L9) or names another canonical URL (L8): in
// the template that contains the word, else in the output.
func saidInPage(ctx context.Context, s *pipeline.State, p *site.Page, rule string) (file string, line int) {
	says, words := saysNoIndex, []string{"noindex", "robots"}
	if rule == "L8" {
		says, words = saysCanonical, []string{"canonical"}
	}
	for _, t := range p.Targets {
		if t.Format == nil || !t.Format.IsHTML {
			continue
		}
		r, err := s.Pages.Borrow()().Page(ctx, p, t)
		if err != nil {
			return "", 0
		}
		for _, o := range r.Outputs {
			at := says.FindIndex(o.Bytes)
			if at == nil {
				continue
			}
			if file, line := s.Pages.Run.Mentions(r.Trace, words...); file != "" {
				return file, line
			}
			return o.File, 1 + bytes.Count(o.Bytes[:at[0]], []byte("\n"))
		}
	}
	return "", 0
}
