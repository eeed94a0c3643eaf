// Command release makes what is published of a version: a static, stripped binary for each platform with its
// licences in an archive, a bill of materials for each, and the hashes of all of that.
//
//	go run -C tools ./release -o "$PWD/dist"
//
// What is built is the last commit, in a clone of its own: changes that nobody committed have no part in it. The version
// is that which Go puts into the binary: the tag of the commit, or a name made of its date and hash. The same commit
// gives the same bytes with the same version of Go, wherever and whenever it is built.
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
		{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
	}
}

func main() {
	log.SetFlags(0)
	out := flag.String("o", "dist", "`folder` that is written")
	only := flag.String("only", "", "`platforms` as linux/amd64,darwin/arm64; all when empty")
	flag.Parse()
	if err := release(*out, *only); err != nil {
		log.Fatal(err)
	}
}

// built is a binary for one platform.
type built struct {
	platform
	file string
	info *debug.BuildInfo
}

func release(out, only string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	src := filepath.Join(work, "src")
	when, err := checkOut(src)
	if err != nil {
		return err
	}
	var list []built
	for _, p := range platforms() {
		if only != "" && !slices.Contains(strings.Split(only, ","), p.os+"/"+p.arch) {
			continue
		}
		b, err := p.build(src, work)
		if err != nil {
			return err
		}
		list = append(list, b)
	}
	if len(list) == 0 {
		return fmt.Errorf("no platform is called %q", only)
	}
	version := list[0].info.Main.Version
	if strings.Contains(version, "+dirty") || version == "" || version == "(devel)" {
		return fmt.Errorf("go tells no version of the commit: %q", version)
	}
	licences, err := thirdParty(src, list)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	write := func(name string, data []byte) error {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		return os.WriteFile(filepath.Join(out, name), data, 0o644)
	}
	for _, b := range list {
		name := fmt.Sprintf("sitegen_%s_%s_%s", strings.TrimPrefix(version, "v"), b.os, b.arch)
		archive, ext, err := b.archive(src, name, licences, when)
		if err == nil {
			err = write(name+ext, archive)
		}
		if err == nil {
			err = write(name+".cdx.json", bill(b.info))
		}
		if err != nil {
			return err
		}
		log.Printf("%s%s", name, ext)
	}
	if err := write("THIRD_PARTY", licences); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o644)
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

// build builds the binary: without C, paths of this machine, symbols and an id of the build.
func (p platform) build(src, dir string) (built, error) {
	file := filepath.Join(dir, p.os+"-"+p.arch)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", file, "./cmd/sitegen")
	cmd.Dir = src
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOFLAGS=", "GOWORK=off", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return built{}, fmt.Errorf("build for %s/%s: %w\n%s", p.os, p.arch, err, text)
	}
	info, err := buildinfo.ReadFile(file)
	return built{p, file, info}, err
}
