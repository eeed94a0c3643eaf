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
	root := new(app).command()
	root.InitDefaultHelpFlag()
	var b bytes.Buffer
	b.WriteString(`---
title: Commands
weight: 170
description: Every command of sitegen with its flags
sidebar: {group: Reference}
---
` + "`sitegen COMMAND --help` prints the same text, and `sitegen man --dir FOLDER` writes manual pages. Exit codes: 0 if everything succeeded, 1 if the site has errors or the build failed, 2 if the command line is wrong.\n\n")
	writeUsage(t, &b, root)
	isPage(t, "_index.md", b.String())
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			var b bytes.Buffer
			fmt.Fprintf(&b, "---\ntitle: %s\nlinkTitle: %s\ndescription: %q\n---\n", c.CommandPath(), c.Name(), c.Short)
			section(t, &b, c, 2)
			isPage(t, "sitegen-"+c.Name()+".md", b.String())
		}
	}
}

// isPage compares a page of docs/commands with the text, or writes it.
func isPage(t *testing.T, name, want string) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", "commands", name)
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), want); diff != "" {
		t.Errorf("%s (-) differs from the commands (+): run it with UPDATE_DOCS=1\n%s", file, diff)
	}
}

// section writes a command and those below it.
func section(t *testing.T, b *bytes.Buffer, cmd *cobra.Command, level int) {
	t.Helper()
	writeUsage(t, b, cmd)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			fmt.Fprintf(b, "\n%s %s\n\n", strings.Repeat("#", level), c.CommandPath())
			section(t, b, c, min(level+1, 4))
		}
	}
}

// writeUsage writes the help of a command.
func writeUsage(t *testing.T, b *bytes.Buffer, cmd *cobra.Command) {
	t.Helper()
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
}

// escapeText keeps Markdown from reading what help writes plainly. Lines that are indented are code already.
func escapeText(s string) string {
	return strings.NewReplacer("<", "&lt;", "*", "\\*", "_", "\\_", "[", "\\[").Replace(s)
}
