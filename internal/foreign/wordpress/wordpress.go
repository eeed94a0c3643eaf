// Package wordpress converts exports of WordPress: files in the format WXR, which Tools > Export writes.
// https://wordpress.org/documentation/article/tools-export-screen/
package wordpress

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
)

// Tool is WordPress.
var Tool = &foreign.Tool{
	Name: "WordPress", ID: "wordpress", FeedLimit: "Settings > Reading > Syndication feeds show the most recent",
	Converts: func(path string) bool { return len(exports(path)) > 0 }, Convert: convert,
}

// exports returns the export files at a path: the file itself, or those in a folder, because a large site has several.
func exports(path string) (out []string) {
	files := []string{path}
	if info, err := os.Stat(path); err != nil {
		return nil
	} else if info.IsDir() {
		entries, err := os.ReadDir(path) // sorted
		if err != nil {
			return nil
		}
		files = nil
		for _, e := range entries {
			if strings.EqualFold(filepath.Ext(e.Name()), ".xml") && e.Type().IsRegular() {
				files = append(files, filepath.Join(path, e.Name()))
			}
		}
	}
	for _, file := range files {
		if isExport(file) {
			out = append(out, file)
		}
	}
	return out
}

// isExport reports whether the beginning of a file declares the namespace of exports.
func isExport(file string) bool {
	in, err := os.Open(file)
	if err != nil {
		return false
	}
	defer in.Close()
	head := make([]byte, 8<<10)
	n, err := io.ReadFull(in, head)
	return (err == nil || err == io.ErrUnexpectedEOF) && bytes.Contains(head[:n], []byte("wordpress.org/export/"))
}
