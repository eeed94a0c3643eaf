package markdown

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/base/words/ascii"
)

// The kinds of automatic ids: markup.goldmark.parser.autoIDType.
const (
	idGitHub      = "github"
	idGitHubASCII = "github-ascii"
	idBlackfriday = "blackfriday"
	idPython      = "python-markdown" // not in Hugo: the IDs of MkDocs
	idPymdownx    = "pymdownx"        // not in Hugo: the IDs of MkDocs with pymdownx.slugs
	idCased       = "pymdownx-cased"  // the same with capital letters
	idKramdown    = "kramdown"        // not in Hugo: the IDs of GitHub, and those of footnotes in Jekyll
	idVitePress   = "vitepress"       // not in Hugo
	idZola        = "zola"            // not in Hugo
)

// Anchorize returns the ID of a heading with this text, before numbering: template function anchorize
// (https://gohugo.io/functions/urls/anchorize/). kind is Options.Goldmark.Parser.AutoIDType. The result may be empty.
// Tokens of Holes are ignored.
func Anchorize(kind, text string) string {
	text = stripTokens(text)
	switch kind {
	case idBlackfriday:
		return anchorBlackfriday(text)
	case idPython:
		return words.PythonSlug(text)
	case idPymdownx:
		return strings.ToLower(anchorPymdownx(text))
	case idCased:
		return anchorPymdownx(text)
	case idVitePress:
		return words.Hyphens(text)
	case idZola:
		return ascii.Slug(text)
	case idGitHubASCII:
		return anchorGitHub(strings.TrimSpace(words.WithoutAccents(text)), true)
	case idKramdown:
		return anchorGitHub(text, false)
	}
	return anchorGitHub(strings.TrimSpace(text), false)
}

// anchorGitHub keeps letters, digits, underscores, and hyphens in lower case and turns each space into a hyphen; with
// ascii it keeps only ASCII characters.
func anchorGitHub(text string, ascii bool) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case ascii && r >= utf8.RuneSelf:
		case r == '-' || r == ' ':
			b.WriteByte('-')
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// anchorBlackfriday keeps letters and numbers in lower case, with one hyphen between runs of them.
func anchorBlackfriday(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// anchorPymdownx keeps letters and numbers of all scripts, underscores, and hyphens, with a hyphen for each space:
// https://facelessuser.github.io/pymdown-extensions/extras/slugs/
func anchorPymdownx(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '_', r == '-', unicode.IsLetter(r), unicode.IsNumber(r):
			return r
		}
		return -1
	}, strings.TrimSpace(text))
}

// pythonFamily splits an ID into the part that its duplicates share and its number: a_1 and a_2 are duplicates of a.
func pythonFamily(id string) (family string, n int) {
	if i := strings.LastIndexByte(id, '_'); i >= 0 {
		if n, err := strconv.ParseUint(id[i+1:], 10, 31); err == nil {
			return id[:i], int(n)
		}
	}
	return id, 0
}

// idSet gives each heading and definition term of a document a unique ID. It is goldmark's parser.IDs.
type idSet struct {
	kind string
	used map[string]int // ID → number for its next duplicate
}

// Generate returns the ID for a text, with a number if it is taken: -1, -2, …, in Python-Markdown _1, _2, ….
func (s *idSet) Generate(value []byte, kind ast.NodeKind) []byte {
	id := Anchorize(s.kind, string(value))
	if s.kind == idPython || s.kind == idPymdownx || s.kind == idCased {
		id = s.pythonID(id)
	}
	if id == "" {
		switch kind {
		case ast.KindHeading:
			id = "heading"
		case kindDefinitionTerm:
			id = "term"
		default:
			id = "id"
		}
	}
	if n, taken := s.used[id]; taken {
		base := id
		for n = max(1, n); taken; n++ {
			id = base + "-" + strconv.Itoa(n)
			_, taken = s.used[id]
		}
		s.used[base] = n
	}
	s.put(id)
	return []byte(id)
}

// pythonID returns the ID, or its first free duplicate. It records the result for all IDs tried on the way, so that
// later calls start there.
func (s *idSet) pythonID(id string) string {
	family, n := pythonFamily(id)
	var passed []string
	for next, taken := s.used[id]; taken || id == ""; next, taken = s.used[id] {
		if id != "" {
			passed = append(passed, id)
		}
		n = max(n+1, next)
		id = family + "_" + strconv.Itoa(n)
	}
	for _, p := range passed {
		s.used[p] = n
	}
	return id
}

// Put marks an ID that the author wrote as taken.
func (s *idSet) Put(value []byte) { s.put(string(value)) }

func (s *idSet) put(id string) {
	if s.used == nil {
		s.used = map[string]int{}
	}
	if _, ok := s.used[id]; !ok {
		s.used[id] = 0
	}
}

func (s *idSet) reset() {
	if len(s.used) > 1000 {
		s.used = nil // one huge page must not make every later reset slow
	}
	clear(s.used)
}
