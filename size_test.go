package sitegen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What fits into a head: lines of product code in a package, and methods of a type. Who has more stands here with
// how many, and may only get fewer: what templates see of a page and call, what the command can do, and what
// one execution of a template answers.
const (
	mostLines   = 6000
	mostMethods = 60
)

func larger() map[string]int {
	return map[string]int{
		"internal/view.Page":      129,
		"internal/tmpl/funcs.lib": 74,
		"cmd/sitegen.app":         68,
		"internal/render.call":    64,
	}
}

func TestSizes(t *testing.T) {
	methods := map[string]int{}
	for _, p := range listPackages(t) {
		dir := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		lines := 0
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(string(text), "\n")
			parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
					methods[dir+"."+receiver(f.Recv.List[0].Type)]++
				}
			}
		}
		if lines > mostLines {
			t.Errorf("%s has %d lines, at most %d fit into a head: let what has a subject of its own be a package", dir, lines, mostLines)
		}
	}
	most := larger()
	for name, n := range methods {
		if n > max(mostMethods, most[name]) {
			t.Errorf("%s has %d methods, at most %d may be", name, n, max(mostMethods, most[name]))
		}
	}
	for name, n := range most {
		if methods[name] < n {
			t.Errorf("%s has %d methods only: say so here", name, methods[name])
		}
	}
}

// receiver is the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
