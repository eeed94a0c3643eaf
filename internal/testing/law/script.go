package law

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
)

// Script formats a case as a text for Parse: a txtar archive whose comment describes the case, and whose files
// are the operations. A name consists of the number of the step, the verb, and its operands, which are
// percent-encoded if they contain a blank; the text of a file is what "write" writes.
func Script(c Case, note string) []byte {
	a := txtar.Archive{}
	for line := range strings.Lines(strings.TrimSpace(note)) {
		a.Comment = append(a.Comment, "# "+strings.TrimRight(line, "\n")+"\n"...)
	}
	a.Comment = fmt.Appendf(a.Comment, "site %s\nmode %s\n", c.Site, c.Mode)
	for i, s := range c.Steps {
		a.Comment = fmt.Appendf(a.Comment, "step %d %s\n", i+1, s.Kind)
		for _, o := range s.Ops {
			verb, data := o.Verb, o.Data
			if verb == "write" && !plain(data) {
				verb, data = "write64", []byte(base64.StdEncoding.EncodeToString(data)+"\n")
			}
			name := fmt.Sprintf("%d %s", i+1, verb)
			for _, arg := range []string{o.Path, o.To} {
				if arg != "" {
					name += " " + escape.Replace(arg)
				}
			}
			a.Files = append(a.Files, txtar.File{Name: name, Data: data})
		}
	}
	return txtar.Format(&a)
}

var (
	escape   = strings.NewReplacer("%", "%25", " ", "%20")
	unescape = strings.NewReplacer("%20", " ", "%25", "%")
)

// plain reports whether an archive preserves these bytes.
func plain(data []byte) bool {
	if len(data) > 0 && data[len(data)-1] != '\n' || bytes.ContainsRune(data, '\r') || !utf8.Valid(data) {
		return false
	}
	return !bytes.HasPrefix(data, []byte("-- ")) && !bytes.Contains(data, []byte("\n-- "))
}

// Parse reads the result of Script. A script may name several modes, separated by blanks, or "all", and is then
// a case for each.
func Parse(text []byte) ([]Case, error) {
	a := txtar.Parse(text)
	c := Case{}
	var modes []Mode
	for line := range strings.Lines(string(a.Comment)) {
		key, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "site":
			c.Site = rest
		case "mode":
			for m := range strings.FieldsSeq(rest) {
				modes = append(modes, Mode(m))
			}
			if rest == "all" {
				modes = Modes()
			}
		case "step":
			_, kind, _ := strings.Cut(rest, " ")
			c.Steps = append(c.Steps, Step{Kind: kind})
		case "", "#":
		default:
			return nil, fmt.Errorf("no directive %q", key)
		}
	}
	for _, f := range a.Files {
		words := append(strings.Fields(f.Name), "", "", "", "")
		n := 0
		if _, err := fmt.Sscan(words[0], &n); err != nil || n < 1 || n > len(c.Steps) {
			return nil, fmt.Errorf("%q does not begin with the number of a step", f.Name)
		}
		o := Op{Verb: words[1], Path: unescape.Replace(words[2]), To: unescape.Replace(words[3]), Data: f.Data}
		if o.Verb == "write64" {
			data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(f.Data)))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			o.Verb, o.Data = "write", data
		}
		c.Steps[n-1].Ops = append(c.Steps[n-1].Ops, o)
	}
	var cases []Case
	for _, m := range modes {
		if !slices.Contains(Modes(), m) {
			return nil, fmt.Errorf("no mode %q", m)
		}
		cases = append(cases, Case{c.Site, m, c.Steps})
	}
	return cases, nil
}
