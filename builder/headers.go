package builder

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/hosting"
)

// headersFile tells hosts with which headers to serve files
// (https://docs.netlify.com/routing/headers/, https://developers.cloudflare.com/pages/configuration/headers/).
const headersFile = "_headers"

// The lines around what sitegen adds to a file of the project.
const (
	headersBegin = "# begin: content types, written by sitegen"
	headersEnd   = "# end: content types"
)

// mostPaths is how many feeds get rules of their own; Cloudflare Pages reads 100 rules. More get one for all
// files of their name.
const mostPaths = 40

// typedFiles are files of the output whose types hosts do not know by their names (rule J3), by path.
type typedFiles map[string]string

// emittedTypes notes the media types of what the emitters write, several at once.
type emittedTypes struct {
	mu sync.Mutex
	by typedFiles
}

// note notes the type of a feed, and of a compressed sitemap.
func (t *emittedTypes) note(file, mediaType string) {
	switch mediaType {
	case "application/rss+xml", "application/atom+xml", "application/feed+json", "application/gzip":
	default:
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.by == nil {
		t.by = typedFiles{}
	}
	t.by[file] = servedAs(mediaType)
}

// typed returns the feeds and compressed sitemaps that the build wrote, those of templates included.
func (b *build) typed() typedFiles {
	out := maps.Clone(b.types.by)
	if out == nil {
		out = typedFiles{}
	}
	for _, p := range b.site.Pages {
		for _, t := range p.Targets {
			if discovery.IsRSS(t) && b.out.Has(t.File) {
				out[t.File] = servedAs("application/rss+xml")
			}
		}
	}
	return out
}

// servedAs is a feed's media type with its encoding. JSON has none to tell (RFC 8259 §8.1).
func servedAs(mediaType string) string {
	if strings.HasSuffix(mediaType, "+xml") {
		return mediaType + "; charset=utf-8"
	}
	return mediaType
}

// writeHeaders writes a _headers file for each host, with discovery.headers. What the project has in one of its
// own comes first and stays as it is; a type that it gives an address stands.
func (b *build) writeHeaders() diag.List {
	if !b.cfg.Discovery.Headers {
		return nil
	}
	var found diag.List
	all := b.typed()
	for _, host := range b.hosts() {
		file := path.Join(host, headersFile)
		if b.out.Has(file) {
			found = append(found, &diag.Diagnostic{
				Rule: "J3", Severity: diag.Warning,
				Message: "content types of feeds are not added to " + file + ": a page or a template writes it",
				Hint:    "write it as a file of the static folder, or leave out discovery.headers",
			})
			continue
		}
		text := mergeHeaders(b.headers, headerRules(all.below(host), b.headers))
		if len(text) > 0 {
			found = append(found, problem(b.out.Add(file, text, "sitegen"))...)
		}
	}
	return found
}

// below returns the files of a host by their paths there.
func (t typedFiles) below(host string) typedFiles {
	if host == "" {
		return t
	}
	out := typedFiles{}
	for file, mediaType := range t {
		if rest, ok := strings.CutPrefix(file, host+"/"); ok {
			out[rest] = mediaType
		}
	}
	return out
}

// headerRules are the rules for the files, but for those whose type own sets.
func headerRules(files typedFiles, own []byte) []byte {
	rules, _ := hosting.ParseHeaders(headersFile, string(withoutBlock(own)))
	set := func(file string) bool {
		return slices.ContainsFunc(rules.For("/"+file), func(f hosting.Field) bool { return f.Name == "Content-Type" })
	}
	byPath := map[string]string{}
	var paths []string
	for file, mediaType := range files {
		if !set(file) {
			p := (&url.URL{Path: "/" + file}).EscapedPath()
			byPath[p] = mediaType
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	if len(paths) > mostPaths {
		paths = byName(paths, byPath)
	}
	var b bytes.Buffer
	for _, p := range paths {
		fmt.Fprintf(&b, "%s\n  Content-Type: %s\n", p, byPath[p])
	}
	return b.Bytes()
}

// byName puts files of one name in one rule: "/*/index.xml". Those at the root keep theirs.
func byName(paths []string, types map[string]string) []string {
	var out []string
	for _, p := range paths {
		if dir, name := path.Split(p); dir != "/" {
			all := "/*/" + name
			types[all] = types[p]
			p = all
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// mergeHeaders puts the rules into a marked block at the end of the project's own.
func mergeHeaders(own, rules []byte) []byte {
	out := withoutBlock(own)
	if len(rules) == 0 {
		return out
	}
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, '\n')
	}
	if len(out) > 0 {
		out = append(out, '\n')
	}
	out = append(append(out, headersBegin...), '\n')
	out = append(out, rules...)
	return append(append(out, headersEnd...), '\n')
}

// withoutBlock returns a copy of the text without the block of an earlier build.
func withoutBlock(text []byte) []byte {
	begin := bytes.Index(text, []byte(headersBegin))
	if begin < 0 {
		return slices.Clone(text)
	}
	rest := text[begin:]
	end := bytes.Index(rest, []byte(headersEnd))
	if end < 0 {
		return slices.Clone(text)
	}
	rest = bytes.TrimPrefix(rest[end+len(headersEnd):], []byte("\n"))
	return append(append([]byte{}, bytes.TrimRight(text[:begin], "\n")...), append([]byte("\n"), rest...)...)
}
