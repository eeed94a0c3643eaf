// Command icons writes the icons of MkDocs that sitegen contains. Run it in a folder in whose node_modules the packages
// @mdi/svg, @primer/octicons, @fortawesome/fontawesome-free, and simple-icons are installed:
//
//	go run ./icons FOLDER ../internal/foreign/mkdocs/icons
//
// It reads the names in names.txt and writes the pictures to icons.txt, and the licenses next to it.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	viewBox = regexp.MustCompile(`viewBox="([^"]*)"`)
	shapes  = regexp.MustCompile(`<(?:path|circle|rect|ellipse|polygon)\b[^>]*>`)
	classes = regexp.MustCompile(` (?:class|fill|id)="[^"]*"`)
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: icons FOLDER OUT")
	}
	from, out := filepath.Join(os.Args[1], "node_modules"), os.Args[2]
	names, err := os.ReadFile(filepath.Join(out, "names.txt"))
	if err != nil {
		log.Fatal(err)
	}
	var text bytes.Buffer
	for _, name := range strings.Fields(string(names)) {
		svg, err := os.ReadFile(filepath.Join(from, file(name)))
		if err != nil {
			log.Fatal(err)
		}
		box := viewBox.FindSubmatch(svg)
		if box == nil {
			log.Fatalf("%s has no viewBox", name)
		}
		fmt.Fprintf(&text, "%s\t%s\t", name, box[1])
		for _, s := range shapes.FindAll(svg, -1) {
			text.Write(classes.ReplaceAll(s, nil))
		}
		text.WriteByte('\n')
	}
	write(filepath.Join(out, "icons.txt"), text.Bytes())
	for to, license := range map[string]string{
		"mdi": "@mdi/svg/LICENSE", "octicons": "@primer/octicons/LICENSE",
		"fontawesome": "@fortawesome/fontawesome-free/LICENSE.txt",
	} {
		text, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(license)))
		if err != nil {
			log.Fatal(err)
		}
		write(filepath.Join(out, "LICENSE."+to), bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	}
}

func write(file string, data []byte) {
	if err := os.WriteFile(file, data, 0o644); err != nil {
		log.Fatal(err)
	}
}

// file returns the path of an icon in node_modules.
func file(name string) string {
	for _, p := range [][2]string{
		{"material-", "@mdi/svg/svg"},
		{"octicons-", "@primer/octicons/build/svg"},
		{"fontawesome-brands-", "@fortawesome/fontawesome-free/svgs/brands"},
		{"fontawesome-regular-", "@fortawesome/fontawesome-free/svgs/regular"},
		{"fontawesome-solid-", "@fortawesome/fontawesome-free/svgs/solid"},
		{"simple-", "simple-icons/icons"},
	} {
		if rest, ok := strings.CutPrefix(name, p[0]); ok {
			return filepath.FromSlash(p[1] + "/" + rest + ".svg")
		}
	}
	log.Fatalf("%s is an icon of an unknown package", name)
	return ""
}
