package repository_test

import (
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clumsy are phrases that read as translated, with what to write instead. Messages, hints, help, and documentation do
// not use them.
func clumsy() map[string]string {
	return map[string]string{
		`\bis no (address|article|code|date|directory|document|element|entry|file|folder|format|header|id|key|kind|language|list|map|method|name|number|page|path|plain|rotation|section|setting|status|string|theme|UTF-8|valid|way|whole)\b`: "is not a valid …",
		`\b[Tt]here (is|are) no (baseline|content folder|feed in|file|files for|filter|folder|format|function|generator|host|kind of|ledger|method|operator|rule|setting|such|template|theme|unit)\b`:                                          "unknown …, no … found, or … does not exist",
		`\bof (your|their|his|our) own\b`:                        "your own, its own, separate, or custom",
		`\b(is|are|be) told\b`:                                   "is reported",
		`\btells of\b`:                                           "lists, reports",
		`\b(passed|passes|pass) over\b`:                          "ignored, skipped",
		`\bleft alone\b|\bleaves? \S+ alone\b`:                   "not changed",
		`\bheld to\b|\bholds \S+ to\b`:                           "checked against",
		`\bdear to\b`:                                            "expensive",
		`\b[Ww]hoever\b|\bsomebody\b`:                            "anyone who, someone",
		`\bmend(s|ed)?\b`:                                        "fix",
		`\banew\b`:                                               "again",
		`\b[Bb]esides\b`:                                         "also, in addition",
		`\blikewise\b`:                                           "also",
		`\bso that it is\b`:                                      "so it is",
		`\bone a (line|page|processor|command)\b`:                "one per …",
		`\bborrowed\b|\blent\b`:                                  "fallback",
		`\bany more\b`:                                           "no longer",
		`\bin earnest\b|\bat hand\b`:                             "say what you mean",
		`\bgoes by\b|\basks of\b`:                                "uses, depends on",
		`\bstands? in the way\b|\bstands? in its place\b`:        "conflicts with, replaces",
		`\b(is|are) stronger\b|\bstronger still\b`:               "overrides, takes precedence over",
		`\bwants to be\b`:                                        "must be",
		`\blies? (over|beside|in the (folder|project|output))\b`: "is in, is next to",
		`\bwhat is there\b|\bwhat there is\b`:                    "name the thing",
		`\bcolour|\blicence\b|\bbehaviour|\bcapitalised\b`:       "American spelling",
	}
}

// clumsyComments are those that comments of the code do not use either.
func clumsyComments() map[string]string {
	return map[string]string{
		`\b(is|are|be) told (of|about)\b`:         "gets, reports, knows",
		`\b[Ww]hoever\b|\b[Ss]omebody\b|\blest\b`: "name who: the caller, the user, a request, the worker",
	}
}

// Messages and pages read as if an American technical editor had written them.
func TestPlainEnglish(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "*.go", "*.md", "internal/finished/*/rules.txt").Output()
	if err != nil {
		t.Skip("not a git checkout")
	}
	words, comments := compiled(clumsy()), compiled(clumsyComments())
	for _, file := range strings.Fields(string(out)) {
		if !revised(file) {
			continue
		}
		text, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			continue // removed in this checkout
		}
		said, explained := prose(file, text)
		report(t, file, said, words)
		report(t, file, explained, comments)
	}
}

// compiled compiles the patterns.
func compiled(phrases map[string]string) map[*regexp.Regexp]string {
	patterns := map[*regexp.Regexp]string{}
	for p, better := range phrases {
		patterns[regexp.MustCompile(p)] = better
	}
	return patterns
}

// report reports the lines of a file that use one of the phrases.
func report(t *testing.T, file string, lines map[int]string, patterns map[*regexp.Regexp]string) {
	t.Helper()
	for line, text := range lines {
		for p, better := range patterns {
			if found := p.FindString(text); found != "" {
				t.Errorf("%s:%d: %q: write %s", file, line, found, better)
			}
		}
	}
}

// revised reports whether people read a file.
func revised(file string) bool {
	return !strings.HasSuffix(file, "_test.go") && !strings.Contains(file, "testdata/") && !strings.HasPrefix(file, "tools/")
}

// prose returns what people read of a file, by line: the lines of a page, or the strings of Go and its comments.
func prose(file string, text []byte) (said, comments map[int]string) {
	said, comments = map[int]string{}, map[int]string{}
	if !strings.HasSuffix(file, ".go") {
		for i, line := range strings.Split(string(text), "\n") {
			said[i+1] = line
		}
		return said, nil
	}
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile(file, -1, len(text)), text, nil, scanner.ScanComments)
	for {
		pos, tok, literal := s.Scan()
		line := files.Position(pos).Line
		switch {
		case tok == token.EOF:
			return said, comments
		case tok == token.COMMENT:
			comments[line] += literal + "\n"
		case tok == token.STRING && strings.Contains(literal, " "):
			said[line] += literal + "\n"
		}
	}
}
