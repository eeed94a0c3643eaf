package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/build/project"
)

// TestDraftsInTheNetwork: whom --bind lets in sees drafts only when a flag asks for them.
func TestDraftsInTheNetwork(t *testing.T) {
	for _, tt := range []struct {
		bind   string
		drafts bool     // -D
		given  []string // flags of the command line
		want   string   // drafts, future, expired
	}{
		{"127.0.0.1", false, nil, "true true true"},
		{"localhost", false, nil, "true true true"},
		{"::1", false, []string{"buildDrafts"}, "false true true"},
		{"0.0.0.0", false, nil, "false false false"},
		{"", false, nil, "false false false"},
		{"::", false, nil, "false false false"},
		{"192.168.1.20", false, nil, "false false false"},
		{"mymac.local", true, []string{"buildDrafts"}, "true false false"},
	} {
		f := serveFlags{bind: tt.bind, given: func(name string) bool { return slices.Contains(tt.given, name) }}
		o := project.Options{Drafts: tt.drafts}
		f.reveal(&o)
		if got := fmt.Sprint(o.Drafts, o.Future, o.Expired); got != tt.want {
			t.Errorf("--bind %q, %v: %s, want %s", tt.bind, tt.given, got, tt.want)
		}
	}
}
