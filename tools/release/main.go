// Command release makes what is published of a version: a static, stripped binary for each platform with its
// licences in an archive, a bill of materials for each, packages for npm, PyPI and Linux, an image for containers,
// and the hashes of all of that. With the URL at which the archives will be, it also makes a Homebrew formula and
// manifests for Scoop and winget.
//
//	go run -C tools ./release -o "$PWD/dist" -url https://downloads.example.org/sitegen/{version}
//
// What is built is the last commit, in a clone of its own: changes that nobody committed have no part in it. The
// version is that which Go puts into the binary: the tag of the commit, or a name made of its date and hash. The same
// commit gives the same bytes with the same version of Go, wherever and whenever it is built.
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// platform is what a binary is for.
type platform struct{ os, arch string }

func platforms() []platform {
	return []platform{
		{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {
			"windows",
			"arm64",
		},
	}
}

func main() {
	log.SetFlags(0)
	out := flag.String("o", "dist", "`folder` that is written")
	only := flag.String("only", "", "`platforms` as linux/amd64,darwin/arm64; all when empty")
	url := flag.String("url", "",
		"`URL` of the folder that the archives will be in, where {version} is the version; without it there is neither a formula nor a manifest")
	flag.Parse()
	if err := release(*out, *only, *url); err != nil {
		log.Fatal(err)
	}
}

// built is a binary for one platform.
type built struct {
	platform
	file string
	info *debug.BuildInfo
}

// edition is a version that is released.
type edition struct {
	version  string // of the tag, without its v
	when     time.Time
	src      string // the clone that it is built from
	list     []built
	licences []byte // of others
	url      string // of the folder of the archives, "" for none
}

// output is a file that is published, by its slash path in the folder.
type output struct {
	name string
	data []byte
}

func release(out, only, url string) error {
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	e, err := build(work, only)
	if err != nil {
		return err
	}
	e.url = strings.TrimSuffix(strings.ReplaceAll(url, "{version}", e.version), "/")
	archives, err := e.archives()
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	save := func(files []output, err error) error {
		if err != nil {
			return err
		}
		for _, f := range files {
			fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.data), f.name)
			if err := write(out, f); err != nil {
				return err
			}
			log.Print(f.name)
		}
		return nil
	}
	if err := save(archives, nil); err != nil {
		return err
	}
	for _, packages := range []func() ([]output, error){e.npm, e.wheels, e.linux, e.image} {
		if err := save(packages()); err != nil {
			return err
		}
	}
	if err := save(e.manifests(archives)); err != nil {
		return err
	}
	return write(out, output{"SHA256SUMS", sums.Bytes()})
}

func write(dir string, f output) error {
	file := filepath.Join(dir, filepath.FromSlash(f.name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, f.data, 0o644)
}

// build builds the binaries of the platforms that are asked for.
func build(work, only string) (*edition, error) {
	e := &edition{src: filepath.Join(work, "src")}
	var err error
	if e.when, err = checkOut(e.src); err != nil {
		return nil, err
	}
	for _, p := range platforms() {
		if only != "" && !slices.Contains(strings.Split(only, ","), p.os+"/"+p.arch) {
			continue
		}
		b, err := p.build(e.src, work)
		if err != nil {
			return nil, err
		}
		e.list = append(e.list, b)
	}
	if len(e.list) == 0 {
		return nil, fmt.Errorf("no platform is called %q", only)
	}
	version := e.list[0].info.Main.Version
	if strings.Contains(version, "+dirty") || version == "" || version == "(devel)" {
		return nil, fmt.Errorf("go tells no version of the commit: %q", version)
	}
	e.version = strings.TrimPrefix(version, "v")
	e.licences, err = thirdParty(e.src, e.list)
	return e, err
}

// archives are the binaries with what belongs to them, their bills of materials, and the licences of others.
func (e *edition) archives() ([]output, error) {
	var out []output
	for _, b := range e.list {
		name := e.name(b)
		archive, ext, err := b.archive(e.src, name, e.licences, e.when)
		if err != nil {
			return nil, err
		}
		out = append(out, output{name + ext, archive}, output{name + ".cdx.json", bill(b.info)})
	}
	return append(out, output{"THIRD_PARTY", e.licences}), nil
}

// name is what the archive of a binary is called, without its extension.
func (e *edition) name(b built) string {
	return fmt.Sprintf("sitegen_%s_%s_%s", e.version, b.os, b.arch)
}

// on are the binaries for a system.
func (e *edition) on(system string) []built {
	return slices.DeleteFunc(slices.Clone(e.list), func(b built) bool { return b.os != system })
}

// checkOut clones the commit that is checked out here, and returns when it was made: the time of all files in archives.
func checkOut(src string) (time.Time, error) {
	root, err := git(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return time.Time{}, err
	}
	head, err := git(root, "rev-parse", "HEAD")
	if err == nil {
		_, err = git(root, "clone", "--quiet", "--no-checkout", root, src)
	}
	if err == nil {
		_, err = git(src, "checkout", "--quiet", "--detach", head)
	}
	if err != nil {
		return time.Time{}, err
	}
	text, err := git(src, "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

func git(dir string, args ...string) (string, error) {
	var said bytes.Buffer
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stderr = dir, &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", args[0], err, &said)
	}
	return strings.TrimSpace(string(out)), nil
}

// sameFloats has the compiler round after each multiplication, as on x86-64, so that images have the same bytes
// everywhere: without it, the compiler for ARM joins a multiplication and an addition to one operation, which rounds once.
const sameFloats = "-gcflags=all=-d=fmahash=qn"

// build builds the binary: without C, paths of this machine, symbols and an id of the build.
func (p platform) build(src, dir string) (built, error) {
	file := filepath.Join(dir, p.os+"-"+p.arch)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", sameFloats,
		"-o", file, "./cmd/sitegen")
	cmd.Dir = src
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOFLAGS=", "GOWORK=off", "GOAMD64=v1",
		"GOARM64=v8.0", "GOEXPERIMENT=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return built{}, fmt.Errorf("build for %s/%s: %w\n%s", p.os, p.arch, err, text)
	}
	info, err := buildinfo.ReadFile(file)
	return built{p, file, info}, err
}
