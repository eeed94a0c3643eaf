package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// problem is an error that the Nu HTML checker tells of a page.
type problem struct {
	URL     string `json:"url"`
	Line    int    `json:"lastLine"`
	Message string `json:"message"`
	Extract string `json:"extract"`
}

// cascade is a message about the place where the checker met the end of an earlier error: which element was
// the next to close around the text, and which the text left open, is no error of its own.
var cascade = regexp.MustCompile(`^End tag “[^”]*” seen, but there were open elements|^Unclosed element “[^”]*”`)

// kindOf is what two problems have in common that are the same problem in two pages.
func (p problem) kindOf() string {
	if c := cascade.FindString(p.Message); c != "" {
		return strings.Fields(c)[0]
	}
	return p.Message
}

// compare prints the errors of the themed pages that the control does not have, and counts them.
func compare(nu, themed, control string) (int, error) {
	with, err := check(nu, themed)
	if err != nil {
		return 0, err
	}
	alone, err := check(nu, control)
	if err != nil {
		return 0, err
	}
	times := map[[2]string]int{}
	for _, p := range alone {
		times[[2]string{p.URL, p.kindOf()}]++
	}
	bad := 0
	for _, p := range with {
		key := [2]string{p.URL, p.kindOf()}
		if times[key]--; times[key] < 0 {
			bad++
			fmt.Printf("%s/%s:%d: %s\n    %s\n", filepath.Base(themed), p.URL, p.Line, p.Message,
				strings.Join(strings.Fields(p.Extract), " "))
		}
	}
	fmt.Printf("%s: Nu HTML checker: %d errors that the texts have without the theme, %d that it adds\n",
		filepath.Base(themed), len(with)-bad, bad)
	return bad, nil
}

// check passes the pages below dir to the checker. The problems have addresses below dir.
func check(nu, dir string) ([]problem, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("java", "-jar", nu, "--errors-only", "--skip-non-html", "--format", "json", "--stdout",
		"--exit-zero-always", dir).Output()
	if err != nil {
		return nil, fmt.Errorf("the Nu HTML checker: %w", err)
	}
	var said struct{ Messages []problem }
	if err := json.Unmarshal(out, &said); err != nil {
		return nil, fmt.Errorf("the Nu HTML checker: %w", err)
	}
	for i, p := range said.Messages {
		u, err := url.Parse(p.URL)
		if err != nil {
			return nil, err
		}
		name, below := strings.CutPrefix(u.Path, filepath.ToSlash(dir)+"/")
		if !below {
			return nil, fmt.Errorf("the Nu HTML checker speaks of %s", p.URL)
		}
		said.Messages[i].URL = name
	}
	slices.SortStableFunc(said.Messages, func(a, b problem) int { return strings.Compare(a.URL, b.URL) })
	return said.Messages, nil
}
