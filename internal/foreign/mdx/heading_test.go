package mdx

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestIdentified: the IDs are those that Docusaurus 3.10 writes.
func TestIdentified(t *testing.T) {
	lines := []string{
		"# Title {1}", "## Heading {1+1}x", "## Heading {1+1}x", "### {nam} ##", "## `code {nam}` {'text'}",
		"## With [link](https://x.alt) {nam.length}", "## {`tmpl ${nam}`} end", "## <code>{nam}</code> y",
		"## Own {1+1} {/* #own-id */}", "## Old {#old-id}", "## Plain", "text {1}", "```", "## code {1}", "```",
	}
	want := []string{
		"# Title {1}", "## Heading {1+1}x {#heading-11x}", "## Heading {1+1}x {#heading-11x-1}", "### {nam} {#nam}",
		"## `code {nam}` {'text'} {#code-nam-text}", "## With [link](https://x.alt) {nam.length} {#with-link-namlength}",
		"## {`tmpl ${nam}`} end {#tmpl-nam-end}", "## <code>{nam}</code> y {#nam-y}", "## Own {1+1} {/* #own-id */}",
		"## Old {#old-id}", "## Plain", "text {1}", "```", "## code {1}", "```",
	}
	Identified(lines)
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(lines, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
