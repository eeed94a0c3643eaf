// Package built opens the folder of a finished site, and refuses one that contains the sources of a site.
package built

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/detect"
	"github.com/sitegen/sitegen/internal/foreign/tools"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// Open lists the files of a folder. Without a base URL in the options, the tree has the one of addresses.Base.
func Open(ctx context.Context, dir string, o webtree.Options) (*webtree.Folder, *webtree.Tree, error) {
	f, err := webtree.Open(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	if found := sources(f); found != "" {
		return nil, nil, fmt.Errorf("this is a project's folder (it contains %s), not a built site\n"+
			"  hint: run sitegen build in the project's folder, then name the output folder, such as public", found)
	}
	t, err := webtree.New(f, f.Files, o)
	if err == nil && o.Base == "" {
		if base := addresses.Base(t); base != "" {
			t, err = t.WithBase(base)
		}
	}
	return f, t, err
}

// sources returns the sign that a folder without a home page is that of a project or of Markdown pages; "" if it is a
// finished site.
func sources(f *webtree.Folder) string {
	var pages, texts, contents bool
	for _, file := range f.Files {
		if file.Path == "index.html" {
			return ""
		}
		pages = pages || file.HTML()
		texts = texts || slices.Contains(foreign.Markdown(), path.Ext(file.Path))
		contents = contents || strings.HasPrefix(file.Path, "content/")
	}
	found := detect.Config(f.Dir)
	if strings.HasPrefix(found, "config.") && !contents {
		found = "" // a file of another program
	}
	for _, t := range tools.All() {
		found = cmp.Or(found, conversion.First(f.Dir, t.Configs...))
	}
	if found == "" && texts && !pages {
		return "Markdown and no HTML"
	}
	return found
}
