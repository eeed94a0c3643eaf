package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPatterns compiles the expressions of package pattern, which the program compiles only when it needs them.
func TestPatterns(t *testing.T) {
	checked := 0
	for _, dir := range []string{"cmd", "content", "feeds", "frontmatter", "internal", "sitemap", "themes"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			checked += checkPatterns(t, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 200 {
		t.Errorf("found %d expressions only", checked)
	}
}

// checkPatterns compiles the expressions of the variables of a package, and returns how many there are.
func checkPatterns(t *testing.T, dir string) (checked int) {
	fset, texts := token.NewFileSet(), map[string]ast.Expr{}
	var calls []*ast.CallExpr
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, filepath.Join(dir, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok {
				continue // a pattern made in a function is used at once
			}
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ValueSpec:
					for i, name := range n.Names {
						if i < len(n.Values) {
							texts[name.Name] = n.Values[i]
						}
					}
				case *ast.CallExpr:
					if isNewPattern(n) {
						calls = append(calls, n)
					}
				}
				return true
			})
		}
	}
	for _, call := range calls {
		expr, ok := textOf(call.Args[0], texts)
		if !ok {
			t.Errorf("%v: this test cannot tell what the expression is", fset.Position(call.Pos()))
			continue
		}
		if _, err := regexp.Compile(expr); err != nil {
			t.Errorf("%v: %v", fset.Position(call.Pos()), err)
		}
	}
	return len(calls)
}

func isNewPattern(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "New" || len(call.Args) != 1 {
		return false
	}
	pkg, ok := f.X.(*ast.Ident)
	return ok && pkg.Name == "pattern"
}

// textOf returns the string that an expression of strings and names of the package has as its value.
func textOf(e ast.Expr, texts map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.ParenExpr:
		return textOf(e.X, texts)
	case *ast.BinaryExpr:
		x, ok := textOf(e.X, texts)
		y, ok2 := textOf(e.Y, texts)
		return x + y, ok && ok2 && e.Op == token.ADD
	case *ast.Ident:
		if text, ok := texts[e.Name]; ok {
			return textOf(text, texts)
		}
	}
	return "", false
}
