package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/rendering"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

func TestStagesStopAtErrors(t *testing.T) {
	warning := &diag.Diagnostic{Severity: diag.Warning, Message: "w"}
	failure := &diag.Diagnostic{Message: "e"}
	for _, tt := range []struct {
		name     string
		strict   bool
		found    diag.List
		want     diag.List // the error
		warnings diag.List
		ran      []string
	}{
		{"nothing found", false, nil, nil, nil, []string{"one", "two"}},
		{"a warning", false, diag.List{warning}, nil, diag.List{warning}, []string{"one", "two"}},
		{"a warning, strict", true, diag.List{warning}, diag.List{{Message: "w"}}, nil, []string{"one"}},
		{"an error", false, diag.List{warning, failure, failure}, diag.List{failure, failure}, diag.List{warning}, []string{"one"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var ran []string
			b := &State{Project: project.Project{Options: project.Options{Strict: tt.strict}}}
			err := b.through(context.Background(), []Stage{
				{"one", func(*State, context.Context) (diag.List, error) { ran = append(ran, "one"); return tt.found, nil }},
				{"two", func(*State, context.Context) (diag.List, error) { ran = append(ran, "two"); return nil, nil }},
			})
			if diff := cmp.Diff(tt.want, diag.From(err)); diff != "" {
				t.Error("error", diff)
			}
			if diff := cmp.Diff(tt.warnings, b.Result.Diagnostics); diff != "" {
				t.Error("warnings", diff)
			}
			if diff := cmp.Diff(tt.ran, ran); diff != "" {
				t.Error("stages", diff)
			}
			if tt.strict && warning.Severity != diag.Warning {
				t.Error("a diagnostic of a stage was changed")
			}
		})
	}
}

func TestMissingTemplates(t *testing.T) {
	html := site.Target{Format: &config.OutputFormat{Name: "html"}}
	tasks := make([]task.Task, 4)
	for i, k := range []site.Kind{site.Home, site.Regular, site.Term, site.Term} {
		tasks[i].Job = &task.Job{Page: &site.Page{Kind: k}, Target: html}
		tasks[i].Result.Record = &task.Record{NoTemplate: i > 0}
	}
	got := rendering.Missing(tasks)
	var text []string
	for _, d := range got {
		text = append(text, d.Message)
	}
	want := []string{
		`no template for the page of kind "page" in the format "html": not written`,
		`no template for 2 pages of kind "term" in the format "html": not written`,
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
}

// A folder without configuration and without content/ is its own content.
func TestConfigurationOfABareFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.md"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	load := func(o project.Options) *config.Config {
		t.Helper()
		o.Source = dir
		b, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		cfg, found := b.Config()
		if cfg == nil {
			t.Fatal(found)
		}
		return cfg
	}
	cfg := load(project.Options{Destination: "out"})
	if cfg.ContentDir != "." {
		t.Errorf("content folder %q, want the project", cfg.ContentDir)
	}
	ignored := []string{
		".*/**", "**/node_modules/**", "resources/_gen/**", "public/**", "out/**", "layouts/**", "themes/**", "i18n/**",
		"archetypes/**", "static/**",
	}
	if diff := cmp.Diff(ignored, cfg.IgnoreGlobs); diff != "" {
		t.Error(diff)
	}
	if !cfg.BuildFuture || !cfg.BuildExpired {
		t.Error("without a clock nothing is in the future or expired")
	}
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
		t.Fatal(err)
	}
	if cfg := load(project.Options{}); cfg.ContentDir != "content" {
		t.Errorf("content folder %q, want content", cfg.ContentDir)
	}
	if cfg := load(project.Options{ContentDir: "posts", BaseURL: "https://flag.example/"}); cfg.ContentDir != "posts" || cfg.BaseURL != "https://flag.example/" {
		t.Errorf("flags are not obeyed: %q, %q", cfg.ContentDir, cfg.BaseURL)
	}
}

func TestNew(t *testing.T) {
	if _, err := New(project.Options{Jobs: -1}); err == nil {
		t.Error("a negative number of jobs must be refused")
	}
}
