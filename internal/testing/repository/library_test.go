package repository_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// libraries are the packages for programs of others, as docs/library.md shows them.
var libraries = []string{"builder", "content", "frontmatter", "sitemap", "feeds", "themes"}

// TestLibraryExamples: each block of Go in docs/library.md is part of an Example with an output, which go test
// runs, and each package has one.
func TestLibraryExamples(t *testing.T) {
	examples := map[string][]string{} // bodies by package
	for _, pkg := range libraries {
		for _, file := range parsed(t, pkg, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
			for _, e := range doc.Examples(file.ast) {
				if e.Output != "" {
					examples[pkg] = append(examples[pkg], file.body(e.Code))
				}
			}
		}
	}
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(read(t, "docs/library.md"), -1) {
		found := false
		for pkg, bodies := range examples {
			if slices.ContainsFunc(bodies, func(body string) bool { return strings.Contains("\n"+body, "\n"+m[1]) }) {
				found, shown[pkg] = true, true
			}
		}
		if !found {
			t.Errorf("docs/library.md: no Example with an output has these lines:\n%s", m[1])
		}
	}
	for _, pkg := range libraries {
		if !shown[pkg] {
			t.Errorf("docs/library.md has no example of %s", pkg)
		}
	}
}

// TestLibraryTypes: what the libraries export has no type of an internal package, which programs of others cannot
// name.
func TestLibraryTypes(t *testing.T) {
	for _, pkg := range libraries {
		for _, file := range parsed(t, pkg, func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
			internal := map[string]bool{}
			for _, i := range file.ast.Imports {
				if path := strings.Trim(i.Path.Value, `"`); strings.Contains(path, "/internal/") {
					internal[path[strings.LastIndexByte(path, '/')+1:]] = true
				}
			}
			ast.FileExports(file.ast) // removes unexported declarations and the bodies of functions
			for _, decl := range file.ast.Decls {
				ast.Inspect(decl, func(n ast.Node) bool {
					if f, ok := n.(*ast.FuncDecl); ok {
						f.Body = nil
					}
					if s, ok := n.(*ast.SelectorExpr); ok {
						if x, ok := s.X.(*ast.Ident); ok && internal[x.Name] {
							t.Errorf("%s: %s.%s is internal", file.set.Position(s.Pos()), x.Name, s.Sel.Name)
						}
					}
					return true
				})
			}
		}
	}
}

// goFile is a file of Go and its syntax tree.
type goFile struct {
	set  *token.FileSet
	ast  *ast.File
	text string
}

// parsed reads the files of a folder whose names are wanted.
func parsed(t *testing.T, dir string, want func(name string) bool) []goFile {
	t.Helper()
	names, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []goFile
	for _, name := range names {
		if !want(name) {
			continue
		}
		f := goFile{set: token.NewFileSet(), text: read(t, name)}
		if f.ast, err = parser.ParseFile(f.set, name, f.text, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		t.Fatalf("%s has no such files", dir)
	}
	return out
}

// body returns the lines of an Example without their first tab.
func (f goFile) body(code ast.Node) string {
	text := f.text[f.set.Position(code.Pos()).Offset:f.set.Position(code.End()).Offset]
	return strings.ReplaceAll(strings.TrimPrefix(text, "{"), "\n\t", "\n")
}
