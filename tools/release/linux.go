package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// linux makes packages for Debian, Fedora and Alpine and those that are made of them, with manual pages and the
// completions of shells.
func (e *edition) linux() ([]output, error) {
	list := e.on("linux")
	if len(list) == 0 {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "linux-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	common, err := e.texts(dir)
	if err != nil {
		return nil, err
	}
	var out []output
	for _, b := range list {
		contents := append(files.Contents{at(b.file, "/usr/bin/sitegen", 0o755, e.when)}, common...)
		for _, kind := range []string{"deb", "rpm", "apk"} {
			info := nfpm.WithDefaults(&nfpm.Info{
				Name: "sitegen", Arch: b.arch, Platform: "linux", Version: linuxVersion(e.version,
					kind), VersionSchema: "none", Release: "1", Section: "web", Priority: "optional",
				Maintainer: "The sitegen authors <sitegen@localhost>", Description: about, License: "MIT", MTime: e.when,
				DisableGlobbing: true,
				Overridables: nfpm.Overridables{
					Contents: contents,
					RPM:      nfpm.RPM{BuildHost: "localhost", Summary: about, Group: "Applications/Internet"},
				},
			})
			packager, err := nfpm.Get(kind)
			if err != nil {
				return nil, err
			}
			var data bytes.Buffer
			name := packager.ConventionalFileName(info)
			if err := packager.Package(info, &data); err != nil {
				return nil, fmt.Errorf("make %s: %w", name, err)
			}
			out = append(out, output{"linux/" + name, data.Bytes()})
		}
	}
	return out, nil
}

// linuxVersion is a version as packages of a kind write it: a preview comes before what it is one of, and so does a
// commit without a tag. https://wiki.alpinelinux.org/wiki/Package_policies
func linuxVersion(version, kind string) string {
	before := "~"
	if kind == "apk" {
		before = "_"
	}
	if m := untagged.FindStringSubmatch(version); m != nil {
		return m[1] + before + "git" + m[3]
	}
	if m := preview.FindStringSubmatch(version); m != nil {
		return m[1] + before + m[2] + m[3]
	}
	return version
}

func at(file, to string, mode os.FileMode, when time.Time) *files.Content {
	return &files.Content{
		Source: file, Destination: to,
		FileInfo: &files.ContentFileInfo{Mode: mode, MTime: when, Owner: "root", Group: "root"},
	}
}

// texts makes the files beside the program, in a folder: the program itself writes them.
func (e *edition) texts(dir string) (files.Contents, error) {
	program, err := e.here(dir)
	if err != nil {
		return nil, err
	}
	pages := filepath.Join(dir, "man")
	if text, err := exec.Command(program, "man", "--dir", pages).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("sitegen man: %w\n%s", err, text)
	}
	names, err := os.ReadDir(pages)
	if err != nil {
		return nil, err
	}
	var out files.Contents
	add := func(data []byte, to string) error {
		file := filepath.Join(dir, fmt.Sprint(len(out), "-", path.Base(to)))
		out = append(out, at(file, to, 0o644, e.when))
		return os.WriteFile(file, data, 0o644)
	}
	for _, page := range names {
		text, err := os.ReadFile(filepath.Join(pages, page.Name()))
		if err != nil {
			return nil, err
		}
		if err := add(gzipped(text), "/usr/share/man/man1/"+page.Name()+".gz"); err != nil {
			return nil, err
		}
	}
	for _, c := range []struct{ shell, to string }{
		{"bash", "/usr/share/bash-completion/completions/sitegen"},
		{"fish", "/usr/share/fish/vendor_completions.d/sitegen.fish"},
		{"zsh", "/usr/share/zsh/site-functions/_sitegen"},
	} {
		text, err := exec.Command(program, "completion", c.shell).Output()
		if err != nil {
			return nil, fmt.Errorf("sitegen completion %s: %w", c.shell, err)
		}
		if err := add(text, c.to); err != nil {
			return nil, err
		}
	}
	own, err := os.ReadFile(filepath.Join(e.src, "LICENSE"))
	if err != nil {
		return nil, err
	}
	if err := add(own, "/usr/share/doc/sitegen/copyright"); err != nil {
		return nil, err
	}
	return out, add(e.licences, "/usr/share/doc/sitegen/THIRD_PARTY")
}

// here is a program that runs on this machine.
func (e *edition) here(dir string) (string, error) {
	for _, b := range e.list {
		if b.os == runtime.GOOS && b.arch == runtime.GOARCH {
			return b.file, nil
		}
	}
	b, err := platform{runtime.GOOS, runtime.GOARCH}.build(e.src, dir)
	return b.file, err
}

func gzipped(text []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a level that there is
	_, _ = z.Write(text)                                  // into memory
	_ = z.Close()
	return b.Bytes()
}
