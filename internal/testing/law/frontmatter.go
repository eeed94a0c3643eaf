package law

import (
	"regexp"
	"strings"
)

// head splits a content file after its front matter; toml reports the format. Without front matter the head is
// empty.
func head(text string) (front, body string, toml bool) {
	for _, fence := range []string{"---\n", "+++\n"} {
		if !strings.HasPrefix(text, fence) {
			continue
		}
		if i := strings.Index(text[len(fence):], "\n"+fence); i >= 0 {
			i += len(fence) + 1
			return text[len(fence):i], text[i+len(fence):], fence[0] == '+'
		}
		if strings.HasPrefix(text[len(fence):], fence) {
			return "", text[2*len(fence):], fence[0] == '+'
		}
	}
	return "", text, false
}

func join(front, body string, toml bool) string {
	fence := "---\n"
	if toml {
		fence = "+++\n"
	}
	if front == "" && !toml {
		return body
	}
	return fence + front + fence + body
}

var keyLine = regexp.MustCompile(`^([\w-]+)\s*[:=]`)

// keys returns the top-level keys of front matter.
func keys(front string) []string {
	var out []string
	for line := range strings.Lines(front) {
		if m := keyLine.FindStringSubmatch(line); m != nil {
			out = append(out, m[1])
		}
	}
	return out
}

// without removes a key with everything indented below it.
func without(front, key string) string {
	var b strings.Builder
	in := false
	for line := range strings.Lines(front) {
		m := keyLine.FindStringSubmatch(line)
		switch {
		case m != nil:
			in = m[1] == key
		case !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "-"):
			in = false
		}
		if !in {
			b.WriteString(line)
		}
	}
	return b.String()
}

// with sets a key; the value must be valid in YAML and TOML, or a flow mapping of YAML.
func with(text, key, value string) string {
	front, body, toml := head(text)
	sep := ": "
	if toml {
		if strings.HasPrefix(value, "{") || strings.Contains(value, ": ") {
			return text
		}
		sep = " = "
		front = key + sep + value + "\n" + without(front, key)
	} else {
		front = without(front, key) + key + sep + value + "\n"
	}
	return join(front, body, toml)
}
