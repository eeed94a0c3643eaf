package main

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
)

// module is the path of the product; what it imports of others is not measured.
const module = "github.com/sitegen/sitegen"

// longest is how many characters a line may have before it counts as long.
const longest = 120

// tools are the names of tools whose projects and sites the product reads.
var tools = regexp.MustCompile(`(?i)mkdocs|zensical|docusaurus|vitepress|jekyll|obsidian|eleventy|11ty|\bzola\b|\bastro\b|wordpress`)

// figure is a number of something; of follows the number.
type figure struct {
	name string
	n    int
	of   string
}

// figures are what is measured of a checkout: of the packages in the command, without tests.
type figures struct {
	total, wings, packages, imports, methods, fields, functions, long, backwards, foreign []figure

	referring int // references between files of one package
}

// measure loads the command with everything of the module that it imports.
func measure(repo string) (*figures, error) {
	repo, err := filepath.Abs(repo)
	if err != nil {
		return nil, err
	}
	c := &packages.Config{
		Dir: repo,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo,
	}
	roots, err := packages.Load(c, "./cmd/sitegen", "./builder")
	if err != nil {
		return nil, err
	}
	found := map[string]*packages.Package{}
	for p := range packages.Postorder(roots) {
		if p.PkgPath == module || strings.HasPrefix(p.PkgPath, module+"/") {
			for _, e := range p.Errors {
				return nil, e
			}
			found[p.PkgPath] = p
		}
	}
	f := &figures{}
	wings := map[string]int{}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		p := found[path]
		name := strings.TrimPrefix(path, module+"/")
		lines, err := f.text(p, name)
		if err != nil {
			return nil, err
		}
		f.packages = append(f.packages, figure{name: name, n: lines})
		wings[wing(name)] += lines
		f.imports = append(f.imports, figure{name: name, n: fanOut(p)})
		f.types(p, name)
		f.references(p, name)
	}
	for _, name := range slices.Sorted(maps.Keys(wings)) {
		f.wings = append(f.wings, figure{name: name, n: wings[name]})
	}
	f.total = []figure{
		{name: "packages", n: len(f.packages)},
		{name: "code lines", n: sum(f.packages)},
		{name: "most direct imports", n: largest(f.imports)},
		{name: "most methods of a type", n: largest(f.methods)},
		{name: "most fields of a struct", n: largest(f.fields)},
		{name: "lines of the longest function", n: largest(f.functions)},
		{name: "lines over 120 characters", n: sum(f.long)},
		{name: "references that run backwards", n: sum(f.backwards), of: fmt.Sprintf(" of %d", f.referring)},
		{name: "packages that name a tool of others", n: len(f.foreign)},
	}
	return f, nil
}

func sum(list []figure) (n int) {
	for _, f := range list {
		n += f.n
	}
	return n
}

func largest(list []figure) (n int) {
	for _, f := range list {
		n = max(n, f.n)
	}
	return n
}

// wing is the part of the house that a package belongs to: a folder of the top or of internal.
func wing(pkg string) string {
	parts := strings.Split(pkg, "/")
	if parts[0] == "internal" && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// fanOut counts the packages of the module that a package imports.
func fanOut(p *packages.Package) (n int) {
	for path := range p.Imports {
		if strings.HasPrefix(path, module+"/") {
			n++
		}
	}
	return n
}

// text counts what can be counted without types: lines with code, long lines, functions, names of tools.
func (f *figures) text(p *packages.Package, name string) (lines int, err error) {
	long, named := 0, 0
	for _, file := range p.GoFiles {
		src, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		lines += codeLines(src)
		for line := range strings.Lines(string(src)) {
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > longest {
				long++
			}
		}
	}
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				n := p.Fset.Position(fn.End()).Line - p.Fset.Position(fn.Pos()).Line + 1
				f.functions = append(f.functions, figure{name: name + "." + called(fn), n: n})
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				named += mentions(n.Name)
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					named += mentions(n.Value)
				}
			}
			return true
		})
	}
	if long > 0 {
		f.long = append(f.long, figure{name: name, n: long})
	}
	if named > 0 {
		f.names(name, named)
	}
	return lines, nil
}

// mentions counts the names of tools in a text. The file .nojekyll is one that a host reads.
func mentions(text string) int {
	return len(tools.FindAllString(strings.ReplaceAll(text, "nojekyll", ""), -1))
}

// names notes that a package names tools. The folders of the tools are one, each other package counts.
func (f *figures) names(pkg string, n int) {
	if dir, base := path.Split(pkg); dir == "internal/foreign/" && tools.MatchString(base) {
		pkg = dir + "TOOL"
		if i := slices.IndexFunc(f.foreign, func(f figure) bool { return f.name == pkg }); i >= 0 {
			f.foreign[i].n += n
			return
		}
	}
	f.foreign = append(f.foreign, figure{name: pkg, n: n})
}

// codeLines counts the lines on which a token stands that is not a comment.
func codeLines(src []byte) (n int) {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	last := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return n
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		first := file.Line(pos)
		end := first + strings.Count(text, "\n")
		n += max(0, end-max(first-1, last))
		last = max(last, end)
	}
}

// called is the name of a function, with the type that it is a method of.
func called(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	return strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*") + "." + fn.Name.Name
}

// types counts methods and fields, those of embedded types included.
func (f *figures) types(p *packages.Package, name string) {
	scope := p.Types.Scope()
	for _, n := range scope.Names() {
		declared, ok := scope.Lookup(n).(*types.TypeName)
		if !ok || declared.IsAlias() {
			continue
		}
		if methods := types.NewMethodSet(types.NewPointer(declared.Type())).Len(); methods > 0 &&
			!types.IsInterface(declared.Type()) {
			f.methods = append(f.methods, figure{name: name + "." + n, n: methods})
		}
		if s, ok := declared.Type().Underlying().(*types.Struct); ok {
			f.fields = append(f.fields, figure{name: name + "." + n, n: flattened(s)})
		}
	}
}

// flattened counts the fields of a struct; an embedded struct of the module counts as its fields.
func flattened(s *types.Struct) (n int) {
	for v := range s.Fields() {
		t := v.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		inner, ok := t.Underlying().(*types.Struct)
		if v.Embedded() && ok && v.Pkg() != nil && strings.HasPrefix(v.Pkg().Path(), module) {
			n += flattened(inner)
			continue
		}
		n++
	}
	return n
}

// references counts the pairs of files of a package of which one uses a name that the other declares, and how many of
// them run backwards in the order of files in which the fewest do.
func (f *figures) references(p *packages.Package, name string) {
	uses := map[[2]string]bool{}
	for _, file := range p.Syntax {
		from := p.Fset.Position(file.Pos()).Filename
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if o := p.TypesInfo.Uses[id]; o != nil && o.Pkg() == p.Types {
				if to := p.Fset.Position(o.Pos()).Filename; to != from {
					uses[[2]string{from, to}] = true
				}
			}
			return true
		})
	}
	f.referring += len(uses)
	f.backwards = append(f.backwards, figure{name: name, n: backwards(uses), of: fmt.Sprintf(" of %d", len(uses))})
}
