package diag

import (
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"
)

// WriteSARIF writes the list as SARIF 2.1.0, which code hosts show next to the lines concerned:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/. version is the version of sitegen.
func (l List) WriteSARIF(w io.Writer, version string) error {
	type text struct {
		Text string `json:"text"`
	}
	type region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	type artifact struct {
		URI string `json:"uri"`
	}
	type physical struct {
		Artifact artifact `json:"artifactLocation"`
		Region   *region  `json:"region,omitempty"`
	}
	type location struct {
		Physical physical `json:"physicalLocation"`
	}
	type result struct {
		Rule      string     `json:"ruleId"`
		Level     string     `json:"level"`
		Message   text       `json:"message"`
		Locations []location `json:"locations,omitempty"`
	}
	type rule struct {
		ID string `json:"id"`
	}
	type driver struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
		Rules   []rule `json:"rules"`
	}
	type tool struct {
		Driver driver `json:"driver"`
	}
	type run struct {
		Tool    tool     `json:"tool"`
		Results []result `json:"results"`
	}
	ids := map[string]bool{}
	r := run{Tool: tool{driver{Name: "sitegen", Version: version, Rules: []rule{}}}, Results: []result{}}
	for _, d := range l {
		id := cmp.Or(d.Rule, "sitegen")
		if !ids[id] {
			ids[id] = true
			r.Tool.Driver.Rules = append(r.Tool.Driver.Rules, rule{id})
		}
		out := result{Rule: id, Level: d.Severity.String(), Message: text{d.Message}}
		if d.Hint != "" {
			out.Message.Text += "\n" + d.Hint
		}
		if d.File != "" {
			p := physical{Artifact: artifact{reference(d.File)}}
			if d.Line > 0 {
				p.Region = &region{d.Line, d.Col}
			}
			out.Locations = []location{{p}}
		}
		r.Results = append(r.Results, out)
	}
	slices.SortFunc(r.Tool.Driver.Rules, func(a, b rule) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []run{r}})
}

// reference returns a slash path as a relative URI reference, as required for artifact locations (§3.4.3).
func reference(file string) string {
	return (&url.URL{Path: strings.ToValidUTF8(file, "\uFFFD")}).String()
}
