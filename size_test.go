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

// Limits of what a reader can hold in mind: lines of product code in a package, methods of a type, fields of a struct.
const (
	mostLines   = 6000
	mostMethods = 60
	mostFields  = 20
)

// larger names the types with more methods, and how many: what templates see of a page and call, what the command can
// do, and what one execution of a template answers. A number here may only fall.
func larger() map[string]int {
	return map[string]int{
		"internal/view.Page":      130,
		"internal/tmpl/funcs.lib": 74,
		"cmd/sitegen.app":         68,
		"internal/render.call":    64,
	}
}

// wider names the structs with more fields, and how many: settings, flags and what is known of a page or a thing, one
// field each, without behavior that depends on how many there are; and the world of the law. A number here grows only with a setting, a flag or a fact that users get.
func wider() map[string]int {
	return map[string]int{
		"internal/config.Config":     76,
		"content/site.Page":          44,
		"internal/html.Page":         31,
		"internal/pipeline.Options":  30,
		"cmd/sitegen.flags":          32,
		"cmd/sitegen.postFlags":      27,
		"internal/config.Language":   27,
		"internal/law.world":         27,
		"internal/html/webpage.Page": 22,
		"internal/html.Thing":        21,
		"internal/post.Options":      21,
	}
}

func TestSizes(t *testing.T) {
	methods, fields := map[string]int{}, map[string]int{}
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
			ast.Inspect(parsed, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok {
					if s, ok := spec.Type.(*ast.StructType); ok {
						fields[dir+"."+spec.Name.Name] = s.Fields.NumFields()
					}
				}
				return true
			})
		}
		if lines > mostLines {
			t.Errorf("%s has %d lines, at most %d fit into a head: let what has a subject of its own be a package", dir, lines, mostLines)
		}
	}
	counted(t, "methods", methods, mostMethods, larger())
	counted(t, "fields", fields, mostFields, wider())
}

// counted checks counts against a limit, and against the exceptions from it, which must be exact.
func counted(t *testing.T, what string, counts map[string]int, limit int, exceptions map[string]int) {
	t.Helper()
	for name, n := range counts {
		if most := max(limit, exceptions[name]); n > most {
			t.Errorf("%s has %d %s; the limit is %d", name, n, what, most)
		}
	}
	for name, n := range exceptions {
		if counts[name] < n {
			t.Errorf("%s has only %d %s: lower its exception", name, counts[name], what)
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
