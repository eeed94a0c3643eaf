package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

// The command reference is made from the commands: UPDATE_DOCS=1 go test ./cmd/sitegen -run TestCommandReference
func TestCommandReference(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`---
title: Commands
weight: 170
description: Every command of sitegen with its flags
sidebar: {group: Reference}
---
` + "`sitegen COMMAND --help` prints the same text, and `sitegen man --dir FOLDER` writes manual pages. Exit codes: 0 if everything succeeded, 1 if the site has errors or the build failed, 2 if the command line is wrong.\n")
	root := new(app).command()
	root.InitDefaultHelpFlag()
	section(t, &b, root, 2)
	file := filepath.Join("..", "..", "docs", "commands.md")
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("docs/commands.md (-) differs from the commands (+): run it with UPDATE_DOCS=1\n%s", diff)
	}
}

// section writes a command and those below it.
func section(t *testing.T, b *bytes.Buffer, cmd *cobra.Command, level int) {
	t.Helper()
	fmt.Fprintf(b, "\n%s %s\n\n", strings.Repeat("#", level), cmd.CommandPath())
	var help bytes.Buffer
	cmd.SetOut(&help)
	if err := cmd.Usage(); err != nil {
		t.Fatal(err)
	}
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	usage, _, _ := strings.Cut(help.String(), "\nTo see the help of a command")
	fmt.Fprintf(b, "%s\n\n```text\n%s\n```\n", escapeText(text), strings.TrimSpace(usage))
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			section(t, b, c, min(level+1, 4))
		}
	}
}

// escapeText keeps Markdown from reading what help writes plainly. Lines that are indented are code already.
func escapeText(s string) string {
	return strings.NewReplacer("<", "&lt;", "*", "\\*", "_", "\\_", "[", "\\[").Replace(s)
}
