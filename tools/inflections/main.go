// Command inflections writes the rules of github.com/gobuffalo/flect to the package that uses them in the product, and
// its license next to them:
//
//	go run -C tools ./inflections ../internal/base/words/inflect
//
// It reads the source of the version in go.mod, since that package does not export its rules.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/gobuffalo/flect"

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: inflections OUT")
	}
	rules, license, err := convert()
	if err == nil {
		err = os.WriteFile(filepath.Join(os.Args[1], "rules.txt"), rules, 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(os.Args[1], "LICENSE.flect"), license, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// convert returns the rules as text, and the license.
func convert() (rules, license []byte, err error) {
	said, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}} {{.Version}}", module).Output()
	if err != nil {
		return nil, nil, err
	}
	dir, version, _ := strings.Cut(strings.TrimSpace(string(said)), " ")
	values := map[string]*ast.CompositeLit{}
	for _, file := range []string{"plural_rules.go", "acronyms.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, file), nil, 0)
		if err != nil {
			return nil, nil, err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
				values[spec.Names[0].Name], _ = spec.Values[0].(*ast.CompositeLit)
			}
			return true
		})
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `# The rules of %s %s, written by tools/inflections: do not edit. Its license is LICENSE.flect.
# word SINGULAR PLURAL [ANOTHER PLURAL]: a word, also at the end of another one. word1: a word of its own only.
# plural: a plural that has another singular. end: the end of words, by priority. acronym: one in capitals.
`, module, version)
	for _, kind := range []struct {
		name  string
		write func(*bytes.Buffer, ast.Expr) error
	}{{"dictionary", word}, {"singularToPluralSuffixList", end}, {"baseAcronyms", acronym}} {
		list := values[kind.name]
		if list == nil {
			return nil, nil, fmt.Errorf("%s %s has no %s", module, version, kind.name)
		}
		for _, e := range list.Elts {
			if err := kind.write(&out, e); err != nil {
				return nil, nil, err
			}
		}
	}
	license, err = os.ReadFile(filepath.Join(dir, "LICENSE"))
	return out.Bytes(), license, err
}

// word writes a word of the dictionary.
func word(out *bytes.Buffer, e ast.Expr) error {
	fields := map[string]string{}
	for _, f := range e.(*ast.CompositeLit).Elts {
		kv := f.(*ast.KeyValueExpr)
		key := kv.Key.(*ast.Ident).Name
		if !slices.Contains([]string{"singular", "plural", "alternative", "unidirectional", "uncountable", "exact"}, key) {
			return fmt.Errorf("unknown field %s of a word", key)
		}
		switch v := kv.Value.(type) {
		case *ast.BasicLit:
			text, err := strconv.Unquote(v.Value)
			if err != nil {
				return err
			}
			fields[key] = text
		case *ast.Ident: // true
			fields[key] = v.Name
		}
	}
	kind := "word"
	switch {
	case fields["unidirectional"] != "" && fields["exact"] != "":
		return fmt.Errorf("%s is unidirectional and exact: rules.txt has no word for it", fields["singular"])
	case fields["unidirectional"] != "":
		kind = "plural"
		fields["alternative"] = "" // it is only used to find the singular
	case fields["exact"] != "":
		kind = "word1"
	}
	plural := fields["plural"]
	if plural == "" && fields["uncountable"] != "" {
		plural = fields["singular"]
	}
	fmt.Fprintln(out, strings.TrimSpace(strings.Join([]string{kind, fields["singular"], plural, fields["alternative"]}, " ")))
	return nil
}

// end writes a rule for the end of words.
func end(out *bytes.Buffer, e ast.Expr) error {
	out.WriteString("end")
	for _, part := range e.(*ast.CompositeLit).Elts {
		text, err := strconv.Unquote(part.(*ast.BasicLit).Value)
		if err != nil {
			return err
		}
		out.WriteString(" " + text)
	}
	out.WriteByte('\n')
	return nil
}

// acronym writes an acronym in capitals. Others never match: they are compared with words in capitals.
func acronym(out *bytes.Buffer, e ast.Expr) error {
	text, err := strconv.Unquote(e.(*ast.KeyValueExpr).Key.(*ast.BasicLit).Value)
	if err == nil && text == strings.ToUpper(text) {
		fmt.Fprintln(out, "acronym", text)
	}
	return err
}
