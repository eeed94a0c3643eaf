// Package loads finds the URLs of files that style sheets and scripts load, as written, in the order of the text.
package loads

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
	"github.com/tdewolff/parse/v2/js"
)

// URL is a URL in a text, and the offset of its token.
type URL struct {
	Text string
	At   int
}

// Style returns the URLs in a style sheet, or in the value of a style attribute: those of url() and image-set(), and of
// @import. The URL of @namespace is a name, and @-moz-document has URLs of pages.
func Style(text []byte) (out []URL) {
	in := parse.NewInputBytes(bytes.Clone(text)) // it writes after the end
	l := css.NewLexer(in)
	rule, sets, depth := "", 0, 0 // rule is the at-rule whose name was read
	for {
		at := in.Offset()
		kind, token := l.Next()
		switch kind {
		case css.ErrorToken:
			return out
		case css.AtKeywordToken:
			rule = strings.ToLower(string(token))
		case css.SemicolonToken, css.LeftBraceToken:
			rule, sets, depth = "", 0, 0
		case css.FunctionToken:
			depth++
			if name := strings.ToLower(string(token)); sets == 0 && strings.HasSuffix(name, "image-set(") {
				sets = depth
			}
		case css.LeftParenthesisToken:
			depth++
		case css.RightParenthesisToken:
			if depth--; depth < sets {
				sets = 0
			}
		case css.URLToken:
			if rule != "@namespace" && rule != "@-moz-document" {
				out = append(out, URL{inURL(token), at})
			}
		case css.StringToken:
			// A string in a function of image-set, such as type("image/avif"), is not a URL.
			if rule == "@import" && depth == 0 || sets > 0 && depth == sets {
				out = append(out, URL{unquote(token), at})
			}
		}
	}
}

// inURL returns the URL in a token such as url("a.png").
func inURL(token []byte) string {
	rest := token[bytes.IndexByte(token, '(')+1:]
	return unquote(bytes.TrimSuffix(rest, []byte(")")))
}

// unquote removes quotes and resolves escapes: CSS Syntax §4.3.7.
func unquote(s []byte) string {
	s = bytes.TrimSpace(s)
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		s = bytes.TrimSuffix(s[1:], s[:1])
	}
	if bytes.IndexByte(s, '\\') < 0 {
		return string(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		end := i
		for end < len(s) && end < i+6 && strings.IndexByte("0123456789abcdefABCDEF", s[end]) >= 0 {
			end++
		}
		switch code, err := strconv.ParseUint(string(s[i:end]), 16, 32); {
		case err == nil:
			if end < len(s) && strings.IndexByte(" \t\n\r\f", s[end]) >= 0 {
				end++
			}
			r := rune(code)
			if r == 0 || !utf8.ValidRune(r) {
				r = utf8.RuneError
			}
			b.WriteRune(r)
			i = end - 1
		case s[i] == '\n': // the line continues
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Script returns the modules that a script imports: of import and export declarations, and of calls of import() with a
// literal. It returns nothing for a script that cannot be parsed.
func Script(text []byte) (out []URL) {
	if !bytes.Contains(text, []byte("import")) && !bytes.Contains(text, []byte("export")) {
		return nil
	}
	ast, err := js.Parse(parse.NewInputBytes(bytes.Clone(text)), js.Options{})
	if err != nil {
		return nil
	}
	from := 0
	add := func(literal []byte) {
		if len(literal) < 2 {
			return
		}
		// The tree has no positions, but it is in the order of the text.
		at := bytes.Index(text[from:], literal)
		if at < 0 {
			return
		}
		from += at
		name := literal[1 : len(literal)-1]
		if plain, err := strconv.Unquote(`"` + string(name) + `"`); err == nil {
			name = []byte(plain)
		}
		out = append(out, URL{string(name), from})
		from += len(literal)
	}
	js.Walk(visitor(func(n js.INode) {
		switch n := n.(type) {
		case *js.ImportStmt:
			add(n.Module)
		case *js.ExportStmt:
			add(n.Module)
		case *js.CallExpr:
			if called, ok := n.X.(*js.LiteralExpr); !ok || called.TokenType != js.ImportToken || len(n.Args.List) == 0 {
				return
			}
			switch of := n.Args.List[0].Value.(type) {
			case *js.LiteralExpr:
				if of.TokenType == js.StringToken {
					add(of.Data)
				}
			case *js.TemplateExpr:
				if of.Tag == nil && len(of.List) == 0 {
					add(of.Tail)
				}
			}
		}
	}), ast)
	return out
}

// visitor calls a function with each node, before its children.
type visitor func(js.INode)

func (v visitor) Enter(n js.INode) js.IVisitor {
	v(n)
	return v
}

func (visitor) Exit(js.INode) {}
