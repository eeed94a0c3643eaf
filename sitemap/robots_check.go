package sitemap

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The lengths that every crawler reads (rule X3).
const (
	robotsBytes   = 500 << 10
	robotsRules   = 2048
	robotsPattern = 1024
)

// RobotsOptions contains what is known about a robots.txt.
type RobotsOptions struct {
	// Loc is the URL of the file; "" if unknown (rule X1).
	Loc string
	// NoIndex are paths of pages with a noindex ("/a/"): crawlers that must not fetch them never see it (rule
	// X6).
	NoIndex []string
}

// CheckRobots returns the problems of a robots.txt, including lines without effect. Crawlers ignore unknown
// lines, so most findings are warnings; a line that does something else than it seems to is an error. name is
// the file name in findings.
func CheckRobots(name string, file []byte, o RobotsOptions) []Finding {
	c := &robotsCheck{name: name}
	if o.Loc != "" {
		if norm, err := Normalize(o.Loc); err == nil &&
			string(hostOf([]byte(norm)))+"/robots.txt" != norm[strings.Index(norm, "://")+3:] {
			c.add(0, Error, "X1", "", o.Loc, "crawlers read /robots.txt only at the root of a host")
		}
	}
	if len(file) > robotsBytes {
		c.add(0, Warning, "X3", "", "", fmt.Sprintf("%d bytes: crawlers need not read more than %d", len(file), robotsBytes))
	}
	if !utf8.Valid(file) {
		c.add(0, Error, "X1", "", "", "the file is not UTF-8")
	}
	text := strings.TrimPrefix(string(file), "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for i, line := range strings.Split(text, "\n") {
		c.line(i+1, line)
	}
	if c.rules > robotsRules {
		c.add(0, Warning, "X3", "", "", fmt.Sprintf("%d rules: Yandex reads %d", c.rules, robotsRules))
	}
	rules := ParseRobots(file)
	for _, path := range o.NoIndex {
		if !rules.Allowed("*", path) {
			c.add(0, Warning, "X6", "disallow", path, "the page says noindex, but crawlers must not fetch it to see that")
		}
	}
	return c.findings.all(name)
}

type robotsCheck struct {
	name     string
	findings findings
	group    bool // a user-agent line came
	rules    int
}

func (c *robotsCheck) add(line int, severity Severity, id, field, value, message string) {
	c.findings.add(Finding{c.name, line, severity, Violation{Rule: id, Field: field, Value: value}, message})
}

// line checks one line.
func (c *robotsCheck) line(n int, line string) {
	line, _, _ = strings.Cut(line, "#")
	if strings.TrimSpace(line) == "" {
		return
	}
	key, value, ok := strings.Cut(line, ":")
	key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
	if !ok {
		c.add(n, Error, "X2", "", strings.TrimSpace(line), "the line has no colon")
		return
	}
	switch key {
	case "user-agent":
		c.group = true
		if value == "" {
			c.add(n, Error, "X2", key, "", "no crawler is named")
		}
	case "allow", "disallow":
		c.pattern(n, key, value)
	case "sitemap":
		if _, err := Normalize(value); err != nil {
			c.add(n, Error, "X4", key, value, "the URL of a sitemap must be absolute")
		}
	case "content-signal":
		switch {
		case !c.group:
			c.add(n, Warning, "X5", key, value, "a signal before the first user-agent applies to no crawler")
		case !validSignal(value):
			c.add(n, Warning, "X5", key, value, "a list of signals is expected, such as search=yes, ai-input=no, ai-train=no")
		}
	case "crawl-delay", "host", "clean-param", "content-usage":
		c.add(n, Warning, "X5", key, value, "an extension that few crawlers know")
	default:
		c.add(n, Warning, "X5", key, value, "no crawler knows this line")
	}
}

// pattern checks a rule.
func (c *robotsCheck) pattern(n int, key, value string) {
	c.rules++
	if !c.group {
		c.add(n, Error, "X2", key, value, "a rule before the first user-agent applies to no crawler")
	}
	if len(value) > robotsPattern {
		c.add(n, Warning, "X3", key, value, fmt.Sprintf("%d characters: Yandex reads %d", len(value), robotsPattern))
	}
	switch {
	case value == "":
		if key == "allow" {
			c.add(n, Warning, "X2", key, "", "an empty rule allows nothing in particular")
		}
	case strings.Contains(value, "://"):
		c.add(n, Error, "X2", key, value, "a rule is a path, not a URL: it matches nothing")
	case value[0] != '/' && value[0] != '*':
		c.add(n, Error, "X2", key, value, `a rule begins with "/" or "*": this one matches nothing`)
	case bytes.IndexByte([]byte(value[:len(value)-1]), '$') >= 0:
		c.add(n, Warning, "X2", key, value, `"$" has a meaning only at the end of a rule`)
	}
}
