package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/opencontainers/image-spec/schema"
	v1 "github.com/opencontainers/image-spec/specs-go/v1"
)

// sample is a version of programs that are scripts. That of this machine does what packages need of it.
func sample(t *testing.T) *edition {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	script := "#!/bin/sh\nif [ \"$1\" = man ]; then mkdir -p \"$3\" && echo page >\"$3/sitegen.1\"; else echo \"$*\"; fi\n"
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	e := &edition{version: "1.2.3", when: time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC), src: "../..", licences: []byte("theirs"), url: "https://d.example/1.2.3"}
	for _, p := range platforms() {
		e.list = append(e.list, built{p, program, nil})
	}
	return e
}

// packages are all packages of a version.
func packages(t *testing.T, e *edition) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, f := range []func() ([]output, error){e.npm, e.wheels, e.linux, e.image} {
		files, err := f()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			out[f.name] = f.data
		}
	}
	return out
}

// Every platform has its packages, and they are the same each time.
func TestPackages(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script")
	}
	e := sample(t)
	got, again := packages(t, e), packages(t, e)
	want := map[string]bool{"npm/sitegen-1.2.3.tgz": true, "oci/sitegen_1.2.3_oci.tar": true}
	for _, p := range []string{"linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"} {
		want["npm/sitegen-"+p+"-1.2.3.tgz"] = true
	}
	for _, p := range []string{
		"manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
		"macosx_12_0_x86_64", "macosx_12_0_arm64", "win_amd64", "win_arm64",
	} {
		want["pypi/sitegen-1.2.3-py3-none-"+p+".whl"] = true
	}
	for _, f := range []string{
		"sitegen_1.2.3-1_amd64.deb", "sitegen_1.2.3-1_arm64.deb", "sitegen-1.2.3-1.x86_64.rpm", "sitegen-1.2.3-1.aarch64.rpm",
		"sitegen_1.2.3-r1_x86_64.apk", "sitegen_1.2.3-r1_aarch64.apk",
	} {
		want["linux/"+f] = true
	}
	names := map[string]bool{}
	for name, data := range got {
		names[name] = true
		if !bytes.Equal(data, again[name]) {
			t.Errorf("%s differs from one time to the next", name)
		}
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestNPM(t *testing.T) {
	files, err := sample(t).npm()
	if err != nil {
		t.Fatal(err)
	}
	list := func(data []byte) string {
		var names []string
		for _, line := range strings.Split(contents(t, data, ".tar.gz"), "\n") {
			if f := strings.Fields(line); len(f) > 3 && strings.HasPrefix(f[0], "package/") {
				names = append(names, f[0]+" "+f[1])
			}
		}
		return strings.Join(names, "\n")
	}
	want := "package/package.json 644\npackage/sitegen.exe 755\npackage/THIRD_PARTY 644\npackage/LICENSE 644"
	if diff := cmp.Diff(want, list(files[4].data)); diff != "" {
		t.Error(files[4].name, diff)
	}
	want = "package/package.json 644\npackage/README.md 644\npackage/astro.js 644\npackage/bin.js 755\npackage/docusaurus.js 644\npackage/eleventy.js 644\n" +
		"package/lib/binary.js 644\npackage/lib/post.js 644\npackage/manifest.yml 644\npackage/netlify.js 644\npackage/LICENSE 644"
	main := files[len(files)-1].data
	if diff := cmp.Diff(want, list(main)); diff != "" {
		t.Error(diff)
	}
	_, text, _ := strings.Cut(contents(t, main, ".tar.gz"), "Z ")
	var manifest struct {
		Version              string
		Private              bool
		OptionalDependencies map[string]string
	}
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&manifest); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, p := range []string{"linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"} {
		all["@sitegen/"+p] = "1.2.3"
	}
	if diff := cmp.Diff(all, manifest.OptionalDependencies); diff != "" || manifest.Version != "1.2.3" || manifest.Private {
		t.Error(diff, manifest)
	}
}

func TestWheel(t *testing.T) {
	e := sample(t)
	if err := os.WriteFile(e.list[0].file, []byte("program"), 0o755); err != nil {
		t.Fatal(err)
	}
	files, err := e.wheels()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(files[2].data), int64(len(files[2].data)))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(f.Name, "/LICENSE") {
			text = []byte("…")
		}
		if strings.HasSuffix(f.Name, "/RECORD") {
			text = []byte(strings.Join(strings.SplitAfter(string(text), "\n")[:2], "") + "…")
		}
		fmt.Fprintf(&got, "%s %o\n%s\n", f.Name, f.Mode().Perm(), bytes.TrimSpace(text))
	}
	want := `sitegen-1.2.3.data/scripts/sitegen 755
program
sitegen-1.2.3.dist-info/licenses/THIRD_PARTY 644
theirs
sitegen-1.2.3.dist-info/licenses/LICENSE 644
…
sitegen-1.2.3.dist-info/METADATA 644
Metadata-Version: 2.4
Name: sitegen
Version: 1.2.3
Summary: ` + about + `
License-Expression: MIT
License-File: LICENSE
License-File: THIRD_PARTY
Requires-Python: >=3.8
sitegen-1.2.3.dist-info/WHEEL 644
Wheel-Version: 1.0
Generator: sitegen
Root-Is-Purelib: false
Tag: py3-none-macosx_12_0_x86_64
sitegen-1.2.3.dist-info/RECORD 644
sitegen-1.2.3.data/scripts/sitegen,sha256=ExDKLIky29EYZovZdEJVij4fVGteFcaWmd-9YCT1SNg,7
sitegen-1.2.3.dist-info/licenses/THIRD_PARTY,sha256=TFWoVSoscmH2H3mMImXm8TNY8yauW5NAlv8WvRXmLDM,6
…
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestVersions(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.3":                               "1.2.3 1.2.3 1.2.3",
		"1.2.0-rc.1":                          "1.2.0rc1 1.2.0~rc1 1.2.0_rc1",
		"1.2.0-beta2":                         "1.2.0b2 1.2.0~beta2 1.2.0_beta2",
		"0.0.0-20261123162831-f20e2a414d1c":   "0.0.0.dev20261123162831 0.0.0~git20261123162831 0.0.0_git20261123162831",
		"1.2.4-0.20261123162831-f20e2a414d1c": "1.2.4.dev20261123162831 1.2.4~git20261123162831 1.2.4_git20261123162831",
	} {
		got := strings.Join([]string{pythonVersion(version), linuxVersion(version, "deb"), linuxVersion(version, "apk")}, " ")
		if got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

// The image is what the specification says, down to the schemas that come with it.
func TestImage(t *testing.T) {
	files, err := sample(t).image()
	if err != nil {
		t.Fatal(err)
	}
	layout := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(files[0].data)); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			layout[h.Name], err = io.ReadAll(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	valid := func(media string, data []byte) {
		t.Helper()
		if err := schema.Validator(media).Validate(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v\n%s", media, err, data)
		}
	}
	valid(v1.MediaTypeLayoutHeader, layout["oci-layout"])
	valid(v1.MediaTypeImageIndex, layout["index.json"])
	blob := func(d v1.Descriptor) []byte {
		t.Helper()
		data := layout["blobs/sha256/"+d.Digest.Encoded()]
		if int64(len(data)) != d.Size {
			t.Fatalf("%s has %d bytes, not %d", d.Digest, len(data), d.Size)
		}
		return data
	}
	var top, index v1.Index
	parse(t, layout["index.json"], &top)
	valid(v1.MediaTypeImageIndex, blob(top.Manifests[0]))
	parse(t, blob(top.Manifests[0]), &index)
	var platforms []string
	for _, d := range index.Manifests {
		platforms = append(platforms, d.Platform.OS+"/"+d.Platform.Architecture)
		var m v1.Manifest
		valid(v1.MediaTypeImageManifest, blob(d))
		parse(t, blob(d), &m)
		valid(v1.MediaTypeImageConfig, blob(m.Config))
		if list := contents(t, blob(m.Layers[0]), ".tar.gz"); !strings.Contains(list, "usr/bin/sitegen 755 ") {
			t.Error(list)
		}
	}
	if diff := cmp.Diff([]string{"linux/amd64", "linux/arm64"}, platforms); diff != "" {
		t.Error(diff)
	}
}

func parse(t *testing.T, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// The formula and the manifests name the archives with their hashes.
func TestManifests(t *testing.T) {
	e := sample(t)
	var archives []output
	for _, b := range e.list {
		ext := ".tar.gz"
		if b.os == "windows" {
			ext = ".zip"
		}
		archives = append(archives, output{e.name(b) + ext, []byte(b.os + b.arch)})
	}
	files, err := e.manifests(archives)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&got, "== %s\n%s", f.name, f.data)
	}
	golden := filepath.Join("testdata", "manifests.txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
	e.url = ""
	if files, err := e.manifests(archives); len(files) > 0 || err != nil {
		t.Errorf("without a URL: %d files, %v", len(files), err)
	}
}
