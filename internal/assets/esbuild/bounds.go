package esbuild

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Limits that esbuild does not have. It runs in this process, so a stack overflow or a lack of memory would end the
// build.
const (
	maxRead    = 64 << 20 // bytes of all files of a bundle, style sheets counted once per import
	maxTokens  = 50_000   // tokens of a statement without brackets: the parser may recurse for each
	maxFolding = 1 << 30  // bytes copied while constant strings are concatenated
	maxEnum    = 1 << 20  // bytes of the values of members of enums
	maxMember  = 1000     // bytes of the value of one member, which is inlined at each use
	maxNested  = 200_000  // selectors after nested rules are expanded
	// Adjacent rules in a minified style sheet: each is compared with those before it.
	maxRules  = 30_000
	maxSheets = 10_000 // number of style sheet imports, followed along every path
)

// wrong returns an error at an offset of a text.
func wrong(name, text string, at int, format string, args ...any) error {
	line := 1 + strings.Count(text[:at], "\n")
	return &diag.Diagnostic{
		Severity: diag.Error, File: name, Line: line, Col: at - strings.LastIndexByte(text[:at],
			'\n'), Message: fmt.Sprintf(format, args...),
	}
}

// checkScript returns an error with the position at which a script takes much more work than its size suggests.
func checkScript(name, text string) error {
	s := &script{name: name, text: text, levels: []level{{}}, sizes: map[string]int{}}
	for s.next() {
		if err := s.token(); err != nil {
			return err
		}
	}
	return nil
}

// script reads the tokens of JavaScript and TypeScript, as far as the limits require. It knows strings, templates, and
// comments; it reads a regular expression as operators and names.
type script struct {
	name, text string

	start, at    int    // start and end of the token
	kind         byte   // 'a' for names and numbers, '"' for strings, otherwise the character
	broken       bool   // there is a line break before the token
	operand      bool   // the token before ends a value
	last, before string // the tokens before this one

	levels  []level
	sizes   map[string]int // bytes of the value of each enum member
	total   int            // sum of sizes
	long    bool           // the value of an enum member is too long
	folding int
}

// level is the state between two brackets.
type level struct {
	open   byte // '`' for an expression in a template
	header bool // of if, for, while, or with
	enum   bool

	tokens  int // number of tokens in the statement
	earlier int // number of tokens in the statement before
	texts   int // bytes of strings since the last comma or semicolon
	plus    int

	member string // name of the enum member; "" before its name
	size   int    // size of the value of the member
}

// next finds the next token.
func (s *script) next() bool {
	s.broken = false
	for s.at < len(s.text) {
		c := s.text[s.at]
		rest := s.text[s.at:]
		switch {
		case c == '\n':
			s.broken = true
			s.at++
		case c <= ' ':
			s.at++
		case strings.HasPrefix(rest, "//"):
			s.at += lengthTo(rest, "\n", 0)
			s.broken = true
		case strings.HasPrefix(rest, "/*"):
			n := lengthTo(rest, "*/", 2)
			s.broken = s.broken || strings.Contains(rest[:n], "\n")
			s.at += n
		default:
			s.start = s.at
			switch {
			case c == '"' || c == '\'':
				s.kind, s.at = '"', stringEnd(s.text, s.at)+1
			case c == '`', c == '}' && s.levels[len(s.levels)-1].open == '`':
				s.kind, s.at = c, templateEnd(s.text, s.at+1)
			case isName(c):
				for s.kind = 'a'; s.at < len(s.text) && isName(s.text[s.at]); {
					s.at++
				}
			default:
				s.kind = c
				s.at++
			}
			return true
		}
	}
	return false
}

// lengthTo returns the length of the text up to and including the first mark at or after from; up to its end if there
// is none.
func lengthTo(text, mark string, from int) int {
	if i := strings.Index(text[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(text)
}

// templateEnd returns the index after the "`" or "${" that ends a part of a template.
func templateEnd(text string, at int) int {
	for ; at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case text[at] == '`':
			return at + 1
		case strings.HasPrefix(text[at:], "${"):
			return at + 2
		}
	}
	return len(text)
}

func isName(c byte) bool {
	return c == '_' || c == '$' || c == '\\' || c == '#' || c == '@' || c >= 0x80 ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// prefixes are keywords after which a value begins.
var prefixes = map[string]bool{
	"else": true, "do": true, "return": true, "typeof": true, "new": true, "await": true, "void": true, "delete": true,
	"in": true,
	"of": true, "instanceof": true, "case": true, "throw": true, "yield": true, "extends": true, "async": true,
	"keyof":  true,
	"unique": true, "infer": true, "readonly": true, "as": true, "satisfies": true, "is": true, "asserts": true,
}

// continuing are keywords that continue a statement after a block.
var continuing = map[string]bool{
	"else": true, "catch": true, "finally": true, "while": true, "in": true, "of": true, "instanceof": true, "as": true,
	"satisfies": true, "from": true, "extends": true, "is": true,
}

// token counts a token and checks the limits.
func (s *script) token() error {
	word := s.text[s.start:s.at]
	l := &s.levels[len(s.levels)-1]
	value := s.kind == 'a' && !continuing[word] || s.kind == '"' // it may begin a statement
	if word == "else" && s.last == ";" {
		l.tokens = l.earlier // the statement goes on
	}
	if value && s.operand && s.broken || value && s.last == "}" || s.kind == ';' || s.kind == ',' {
		s.folding += l.plus * l.texts
		l.tokens, l.texts, l.plus, l.earlier = 0, 0, 0, l.tokens
	}
	if l.tokens++; l.tokens > maxTokens {
		return wrong(s.name, s.text, s.start, "a statement of more than %d parts", maxTokens)
	}
	if s.folding+l.plus*l.texts > maxFolding {
		return wrong(s.name, s.text, s.start, "too many long texts are added to each other")
	}
	s.operand = s.kind == 'a' && !prefixes[word] || s.kind == '"' || s.kind == '`'
	switch s.kind {
	case 'a':
		s.refer(word, s.sizes[word])
		if strings.Contains(word, `\`) { // an escaped name may be any name
			s.refer(word, s.total)
		}
	case '"', '`':
		l.texts += len(word)
		s.refer(strings.Trim(word, `"'`), max(len(word), s.sizes[strings.Trim(word, "\"'`")]))
	case '(', '[', '{':
		header := s.last == "if" || s.last == "for" || s.last == "while" || s.last == "with"
		s.levels = append(s.levels, level{open: s.kind, header: header, enum: s.kind == '{' && s.before == "enum"})
	case ')', ']', '}':
		if strings.HasSuffix(word, "${") {
			break // the next expression of a template
		}
		s.member(l)
		s.operand = s.kind != '}' && !l.header || l.open == '`'
		if len(s.levels) > 1 {
			s.levels = s.levels[:len(s.levels)-1]
		}
	case ',':
		s.member(l)
	case '+':
		l.plus++
	}
	if strings.HasSuffix(word, "${") && s.kind == '`' {
		s.levels = append(s.levels, level{open: '`'})
	}
	if s.long {
		return wrong(s.name, s.text, s.start, "the value of an enum member has more than %d bytes", maxMember)
	}
	if s.total > maxEnum {
		return wrong(s.name, s.text, s.start, "the texts of enumerations take more than %d MB", maxEnum>>20)
	}
	s.before, s.last = s.last, word
	return nil
}

// refer adds the size of a name's or string's value to the current enum member. The first name in a member is the name
// of the member.
func (s *script) refer(name string, size int) {
	for i := len(s.levels) - 1; i >= 0; i-- {
		if l := &s.levels[i]; l.enum {
			if l.member == "" {
				l.member = name
			} else {
				l.size += size
			}
			return
		}
	}
}

// member ends an enum member.
func (s *script) member(l *level) {
	if l.enum && l.member != "" {
		s.sizes[l.member] = max(s.sizes[l.member], l.size)
		s.total += l.size
		s.long = s.long || l.size > maxMember
		l.member, l.size = "", 0
	}
}

// checkStyle returns an error with the position at which nested rules expand to too many selectors, which esbuild
// writes out for browsers without nesting, or at which there are too many rules to minify.
func checkStyle(name, text string, minify bool) error {
	stands := []int{1} // number of selectors of each open rule after expansion
	rules := []int{0}  // number of rules in each
	total, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			i = stringEnd(text, i)
		case '/':
			if strings.HasPrefix(text[i:], "/*") {
				i += lengthTo(text[i:], "*/", 2) - 1
			}
		case ';':
			from = i + 1
		case '}':
			if from = i + 1; len(stands) > 1 {
				stands, rules = stands[:len(stands)-1], rules[:len(rules)-1]
			}
		case '{':
			n := stands[len(stands)-1]
			if selectors := strings.TrimSpace(text[from:i]); !strings.HasPrefix(selectors, "@") {
				n = min(n*(1+strings.Count(selectors, ",")+strings.Count(selectors, "&")), 2*maxNested)
				if len(stands) > 1 && stands[len(stands)-1] > 1 {
					total += n
				}
			}
			if total > maxNested {
				return wrong(name, text, i, "nested rules expand to more than %d selectors", maxNested)
			}
			if rules[len(rules)-1]++; minify && rules[len(rules)-1] > maxRules {
				return wrong(name, text, i, "more than %d rules next to each other can't be minified", maxRules)
			}
			stands, rules, from = append(stands, n), append(rules, 0), i+1
		}
	}
	return nil
}

// kind tells which limits apply to a file.
type kind uint8

const (
	other kind = iota
	isScript
	isStyle
	isData
)

// kindOf returns the kind of a file by its name.
func (o *Options) kindOf(name string) kind {
	ext := path.Ext(name)
	word, ok := o.Loaders[ext]
	if !ok {
		word = strings.TrimPrefix(ext, ".")
	}
	switch word {
	case "css", "global-css", "local-css":
		return isStyle
	case "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts":
		return isScript
	case "json":
		return isData
	}
	return other
}

// check returns an error if a file takes too much work. name is for messages; id identifies a style sheet in sheets.
func (b *bundle) check(name, id, text string, of kind) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.read += len(text); b.read > maxRead {
		return fmt.Errorf("%s:1:1: with it, the files of the bundle have more than %d MB", name, maxRead>>20)
	}
	switch of {
	case isScript:
		if err := checkNesting(name, text); err != nil {
			return err
		}
		return checkScript(name, text)
	case isData:
		return checkNesting(name, text)
	case isStyle:
		if err := checkNesting(name, text); err != nil {
			return err
		}
		if err := checkStyle(name, text, b.options.Minify); err != nil {
			return err
		}
		if err := b.sheets.loaded(id, text); err != nil {
			return fmt.Errorf("%s:1:1: %w", name, err)
		}
	}
	return nil
}

// countImports records which style sheets import which.
func (b *bundle) countImports(build api.PluginBuild) {
	type asked struct{} // marks a resolve call made by this plugin
	build.OnResolve(api.OnResolveOptions{Filter: `.*`}, func(a api.OnResolveArgs) (r api.OnResolveResult, err error) {
		rule := a.Kind == api.ResolveCSSImportRule
		if _, ok := a.PluginData.(asked); ok || !rule && b.options.kindOf(a.Path) != isStyle {
			return r, nil
		}
		to := build.Resolve(a.Path, api.ResolveOptions{
			Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: a.Kind, PluginData: asked{},
			With: a.With,
		})
		if len(to.Errors) > 0 || to.External {
			return r, nil
		}
		by := stdin
		if rule && a.Importer != stdin {
			by = a.Namespace + ":" + a.Importer
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		return r, b.sheets.imported(by, to.Namespace+":"+to.Path)
	})
}

// sheets counts how often style sheets are imported, since esbuild follows every path to a sheet.
type sheets struct {
	imports map[string][]string // the sheets that a sheet imports, each once
	rules   map[string]int      // the number of @import rules in a sheet
	sizes   map[string]int      // by sheet
}

// importRule matches the start of an @import, or of a rule whose escaped name may be one.
var importRule = pattern.New(`(?i)@(?:import|[a-z]*\\)`)

// loaded records the text of a sheet.
func (s *sheets) loaded(sheet, text string) error {
	s.rules[sheet], s.sizes[sheet] = len(importRule.FindAllStringIndex(text, -1)), len(text)
	return s.check()
}

// imported records that a sheet imports another one.
func (s *sheets) imported(by, sheet string) error {
	if !slices.Contains(s.imports[by], sheet) {
		s.imports[by] = append(s.imports[by], sheet)
	}
	return s.check()
}

func (s *sheets) check() error {
	times, size := 0, 0
	open := map[string]bool{}
	var visit func(sheet string) bool
	visit = func(sheet string) bool {
		if times++; times > maxSheets {
			return false
		}
		if size += s.sizes[sheet]; size > maxRead {
			return false
		}
		open[sheet] = true
		defer delete(open, sheet)
		imports := s.imports[sheet]
		for _, to := range imports {
			if open[to] {
				continue
			}
			for range 1 + max(0, s.rules[sheet]-len(imports)) { // it is not known which of them is imported twice
				if !visit(to) {
					return false
				}
			}
		}
		return true
	}
	switch {
	case visit(stdin):
		return nil
	case times > maxSheets:
		return fmt.Errorf("style sheets are imported more than %d times", maxSheets)
	}
	return fmt.Errorf("style sheets have more than %d MB, as often as they are imported", maxRead>>20)
}
