package diag

import (
	"fmt"
	"io"
	"strings"
)

// WriteGitHub writes the list as commands of GitHub Actions, which shows them next to the changed lines:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
func (l List) WriteGitHub(w io.Writer) error {
	value := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for _, d := range l {
		command := d.Severity.String()
		if d.Severity == Note {
			command = "notice"
		}
		b.WriteString("::" + command)
		sep := " "
		add := func(name, v string) {
			b.WriteString(sep + name + "=" + property.Replace(v))
			sep = ","
		}
		if d.File != "" {
			add("file", d.File)
		}
		if d.Line > 0 {
			add("line", fmt.Sprint(d.Line))
		}
		if d.Col > 0 {
			add("col", fmt.Sprint(d.Col))
		}
		if d.Rule != "" {
			add("title", d.Rule)
		}
		text := visible(d.Message)
		if d.Hint != "" {
			text += "\n" + visible(d.Hint)
		}
		b.WriteString("::" + value.Replace(text) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
