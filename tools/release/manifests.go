package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log"
	"strings"
	"text/template"
)

// download is an archive that package managers fetch.
type download struct {
	Arch                string
	URL, SHA256, Folder string
}

// manifests makes a Homebrew formula and the manifests of Scoop and winget, which fetch the archives from a URL.
func (e *edition) manifests(archives []output) ([]output, error) {
	if e.url == "" {
		log.Print("no formula and no manifests: they need the URL of the archives (-url)")
		return nil, nil
	}
	found := map[string]download{}
	var windows []download
	for _, b := range e.list {
		for _, a := range archives {
			if a.name != e.name(b)+".zip" && a.name != e.name(b)+".tar.gz" {
				continue
			}
			d := download{b.arch, e.url + "/" + a.name, fmt.Sprintf("%x", sha256.Sum256(a.data)), e.name(b)}
			found[b.os+"_"+b.arch] = d
			if b.os == "windows" {
				windows = append(windows, d)
			}
		}
	}
	data := map[string]any{
		"Version": e.version, "About": about, "URL": e.url, "Archives": found, "Windows": windows,
		"Date": e.when.Format("2006-01-02"),
	}
	var out []output
	if len(found) > len(windows) {
		out = append(out, output{"homebrew/sitegen.rb", filled(formula, data)})
	}
	if len(windows) == 0 {
		return out, nil
	}
	out = append(out, output{"scoop/sitegen.json", e.scoop(windows)})
	for _, m := range []struct{ name, text string }{
		{"Sitegen.sitegen.yaml", wingetVersion}, {
			"Sitegen.sitegen.installer.yaml",
			wingetInstaller,
		}, {"Sitegen.sitegen.locale.en-US.yaml", wingetLocale},
	} {
		out = append(out, output{"winget/" + m.name, filled(m.text, data)})
	}
	return out, nil
}

func filled(text string, data any) []byte {
	funcs := template.FuncMap{
		"cpu": windowsCPU, "upper": strings.ToUpper,
		"q": func(s string) string { return fmt.Sprintf("%q", s) },
	}
	var b bytes.Buffer
	if err := template.Must(template.New("").Funcs(funcs).Parse(text)).Execute(&b, data); err != nil {
		panic(err) // the templates are below
	}
	return b.Bytes()
}

// windowsCPU is the architecture as winget calls it.
func windowsCPU(arch string) string { return strings.ReplaceAll(arch, "amd64", "x64") }

// Homebrew: https://docs.brew.sh/Formula-Cookbook
const formula = `class Sitegen < Formula
  desc {{ q .About }}
  homepage {{ q .URL }}
  version {{ q .Version }}
  license "MIT"
{{ define "binary" }}
      url {{ q .URL }}
      sha256 {{ q .SHA256 }}
{{- end }}
  on_macos do
{{- with .Archives.darwin_arm64 }}
    on_arm do{{ template "binary" . }}
    end
{{- end }}
{{- with .Archives.darwin_amd64 }}
    on_intel do{{ template "binary" . }}
    end
{{- end }}
  end

  on_linux do
{{- with .Archives.linux_arm64 }}
    on_arm do{{ template "binary" . }}
    end
{{- end }}
{{- with .Archives.linux_amd64 }}
    on_intel do{{ template "binary" . }}
    end
{{- end }}
  end

  def install
    bin.install "sitegen"
    doc.install "README.md", "THIRD_PARTY"
    generate_completions_from_executable(bin/"sitegen", "completion")
    system bin/"sitegen", "man", "--dir", "man1"
    man1.install Dir["man1/*.1"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/sitegen version")
    (testpath/"content/_index.md").write "# Home"
    system bin/"sitegen", "build"
    assert_path_exists testpath/"public/index.html"
  end
end
`

// scoop is a manifest of Scoop: https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests
func (e *edition) scoop(windows []download) []byte {
	architecture := map[string]any{}
	for _, d := range windows {
		name := map[string]string{"amd64": "64bit", "arm64": "arm64"}[d.Arch]
		architecture[name] = map[string]string{"url": d.URL, "hash": d.SHA256, "extract_dir": d.Folder}
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": e.version, "description": about, "homepage": e.url, "license": "MIT", "architecture": architecture,
		"bin": "sitegen.exe",
	}, "", "    ")
	if err != nil {
		panic(err) // texts only
	}
	return append(text, '\n')
}

// winget: https://learn.microsoft.com/windows/package-manager/package/manifest
const (
	wingetVersion = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.version.1.10.0.schema.json
PackageIdentifier: Sitegen.sitegen
PackageVersion: {{ q .Version }}
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.10.0
`
	wingetInstaller = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.installer.1.10.0.schema.json
PackageIdentifier: Sitegen.sitegen
PackageVersion: {{ q .Version }}
InstallerType: zip
NestedInstallerType: portable
ReleaseDate: {{ q .Date }}
Installers:
{{- range .Windows }}
- Architecture: {{ cpu .Arch }}
  InstallerUrl: {{ q .URL }}
  InstallerSha256: {{ upper .SHA256 | q }}
  NestedInstallerFiles:
  - RelativeFilePath: {{ .Folder }}\sitegen.exe
    PortableCommandAlias: sitegen
{{- end }}
ManifestType: installer
ManifestVersion: 1.10.0
`
	wingetLocale = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.defaultLocale.1.10.0.schema.json
PackageIdentifier: Sitegen.sitegen
PackageVersion: {{ q .Version }}
PackageLocale: en-US
Publisher: The sitegen authors
PackageName: sitegen
PackageUrl: {{ q .URL }}
License: MIT
ShortDescription: {{ q .About }}
ManifestType: defaultLocale
ManifestVersion: 1.10.0
`
)
