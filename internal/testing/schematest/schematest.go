// Package schematest checks in tests that sitemaps and feeds are valid: by the schemas in testdata/schemas, and
// by rules that schemas cannot express.
//
//	schematest.Validate(t, outputDir, "https://example.org/")
//
// The schemas need xmllint (sitemaps), jing (Atom), and tools/jsonschema, which is run with go. If one is
// missing, test.sh installs it; without it, Validate reports what it skipped, and checks the rest.
package schematest

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Problem is a problem in a file.
type Problem struct {
	File    string // as given, or relative to the checked folder
	Message string
}

func (p Problem) String() string { return p.File + ": " + p.Message }

// ErrMissing is the error of a check whose tool is not installed.
var ErrMissing = errors.New("tool not installed")

// Kind is the kind of a file.
type Kind int

const (
	Other Kind = iota
	Sitemap
	Index
	Atom
	RSS
	JSONFeed
	SARIF
)

// KindOf determines the kind of sitemap or feed from the contents of a file.
func KindOf(name string, content []byte) Kind {
	switch filepath.Ext(name) {
	case ".json":
		var feed struct{ Version string }
		if json.Unmarshal(content, &feed) == nil && strings.HasPrefix(feed.Version, "https://jsonfeed.org/version/") {
			return JSONFeed
		}
	case ".xml", ".atom", ".rss":
		return kindOfRoot(content)
	}
	return Other
}

func kindOfRoot(content []byte) Kind {
	d := xml.NewDecoder(bytes.NewReader(content))
	for {
		tok, err := d.Token()
		if err != nil {
			return Other
		}
		if start, ok := tok.(xml.StartElement); ok {
			switch start.Name.Local {
			case "urlset":
				return Sitemap
			case "sitemapindex":
				return Index
			case "feed":
				return Atom
			case "rss":
				return RSS
			}
			return Other
		}
	}
}

// Schemas returns the folder testdata/schemas of the repository in which tests run. It does not use the path of
// this source file, which is unknown in programs built with -trimpath.
func Schemas() string {
	wd, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		schemas := filepath.Join(dir, "testdata", "schemas")
		if _, err := os.Stat(schemas); err == nil {
			return schemas
		}
		if dir == filepath.Dir(dir) {
			panic("no testdata/schemas above " + wd)
		}
	}
}

// Need skips a test that requires a tool if it is missing.
func Need(t testing.TB, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("%s is not installed: run ./test.sh, which installs it", tool)
	}
}

// SchemaCheck validates files of one kind, given by absolute paths, by their schema. RSS has no schema: it is
// only parsed as XML.
func SchemaCheck(kind Kind, files ...string) ([]Problem, error) {
	if len(files) == 0 {
		return nil, nil
	}
	switch kind {
	case Sitemap:
		return run(files, "xmllint", "--nonet", "--noout", "--huge", "--schema", filepath.Join(Schemas(), "sitemap-all.xsd"))
	case Index:
		return run(files, "xmllint", "--nonet", "--noout", "--schema", filepath.Join(Schemas(), "siteindex.xsd"))
	case Atom:
		return run(files, "jing", "-c", filepath.Join(Schemas(), "atom-rfc4287.rnc"))
	case RSS:
		return each(files, wellFormed)
	case JSONFeed:
		return jsonSchema("jsonfeed-1.1.schema.json", files)
	case SARIF:
		return jsonSchema("sarif-2.1.0.schema.json", files)
	}
	return nil, fmt.Errorf("no schema for kind %d", kind)
}

// jsonSchema validates files with a program of the module in tools/, which is missing in a copy of only the
// product's module.
func jsonSchema(schema string, files []string) ([]Problem, error) {
	tools := filepath.Join(Schemas(), "..", "..", "tools")
	if _, err := os.Stat(tools); err != nil {
		return nil, fmt.Errorf("tools/jsonschema: %w", ErrMissing)
	}
	return run(files, "go", "run", "-C", tools, "-buildvcs=false", "./jsonschema", filepath.Join(Schemas(), schema))
}

// each calls check with the content of each file.
func each(files []string, check func([]byte) error) ([]Problem, error) {
	var out []Problem
	for _, f := range files {
		content, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		if err := check(content); err != nil {
			out = append(out, Problem{f, err.Error()})
		}
	}
	return out, nil
}

func wellFormed(content []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(content)); ; {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// run runs a validator on all files at once; its output lines about a file are the problems.
func run(files []string, tool string, args ...string) ([]Problem, error) {
	if _, err := exec.LookPath(tool); err != nil {
		return nil, fmt.Errorf("%s: %w", tool, ErrMissing)
	}
	out, err := exec.Command(tool, append(args, files...)...).CombinedOutput()
	if err == nil {
		return nil, nil
	}
	var problems []Problem
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		for _, f := range files {
			if rest, ok := strings.CutPrefix(line, f); ok && !strings.HasSuffix(rest, " validates") &&
				rest != " fails to validate" {
				problems = append(problems, Problem{f, strings.TrimLeft(rest, ": ")})
				break
			}
		}
	}
	if len(problems) == 0 {
		return nil, fmt.Errorf("%s: %w: %s", tool, err, out)
	}
	return problems, nil
}
