package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// wheels makes the packages for PyPI. They hold a program and no Python:
// https://packaging.python.org/en/latest/specifications/binary-distribution-format/
func (e *edition) wheels() ([]output, error) {
	version := pythonVersion(e.version)
	var out []output
	for _, b := range e.list {
		files, err := b.with(e.src, e.licences, "LICENSE")
		if err != nil {
			return nil, err
		}
		info := "sitegen-" + version + ".dist-info/"
		files[0].name = "sitegen-" + version + ".data/scripts/" + files[0].name
		for i := range files[1:] {
			files[i+1].name = info + "licenses/" + files[i+1].name
		}
		tags := pythonTags(b.platform)
		files = append(
			files,
			packed{
				info + "METADATA",
				[]byte(fmt.Sprintf("Metadata-Version: 2.4\nName: sitegen\nVersion: %s\nSummary: %s\nLicense-Expression: MIT\nLicense-File: LICENSE\nLicense-File: THIRD_PARTY\nRequires-Python: >=3.8\n", version, about)), 0o644,
			},
			packed{info + "WHEEL", wheelFile(tags), 0o644},
		)
		files = append(files, packed{info + "RECORD", record(files, info+"RECORD"), 0o644})
		data, err := zipped(files, e.when)
		if err != nil {
			return nil, err
		}
		out = append(out, output{fmt.Sprintf("pypi/sitegen-%s-py3-none-%s.whl", version, strings.Join(tags, ".")), data})
	}
	return out, nil
}

// pythonTags are the names of a platform in the file names of wheels. The programs for Linux are static, so they run
// with any C library; the versions of macOS are those that Go supports: https://go.dev/wiki/MinimumRequirements
func pythonTags(p platform) []string {
	cpu := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[p.arch]
	switch p.os {
	case "linux":
		return []string{"manylinux_2_17_" + cpu, "manylinux2014_" + cpu, "musllinux_1_1_" + cpu}
	case "darwin":
		return []string{"macosx_12_0_" + strings.ReplaceAll(cpu, "aarch64", "arm64")}
	}
	return []string{"win_" + p.arch}
}

func wheelFile(tags []string) []byte {
	var b bytes.Buffer
	b.WriteString("Wheel-Version: 1.0\nGenerator: sitegen\nRoot-Is-Purelib: false\n")
	for _, tag := range tags {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return b.Bytes()
}

// record lists files with their hashes, and itself without one.
func record(files []packed, self string) []byte {
	var b bytes.Buffer
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	fmt.Fprintf(&b, "%s,,\n", path.Clean(self))
	return b.Bytes()
}

var (
	untagged = regexp.MustCompile(`^(\d+\.\d+\.\d+)-(?:(\w[\w.]*)\.)?(?:0\.)?(\d{14})-[0-9a-f]{12}$`)
	preview  = regexp.MustCompile(`^(\d+\.\d+\.\d+)-(alpha|beta|rc)[.-]?(\d*)$`)
)

// pythonVersion is a version as PEP 440 writes it: 1.2.0-rc.1 is 1.2.0rc1, and a commit without a tag is a development
// version, ordered by time.
func pythonVersion(version string) string {
	if m := untagged.FindStringSubmatch(version); m != nil {
		return m[1] + ".dev" + m[3]
	}
	if m := preview.FindStringSubmatch(version); m != nil {
		return m[1] + strings.NewReplacer("alpha", "a", "beta", "b").Replace(m[2]) + strings.TrimLeft(m[3], "0")
	}
	return version
}
