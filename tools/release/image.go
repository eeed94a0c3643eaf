package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	v1 "github.com/opencontainers/image-spec/specs-go/v1"
)

// image makes an image for containers that has nothing but the program, for all processors, as an archive of an OCI
// layout: https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md. No daemon has a part in it.
func (e *edition) image() ([]output, error) {
	var blobs []packed
	seen := map[digest.Digest]bool{}
	// add adds a blob: a text of JSON, or a layer.
	add := func(media string, data []byte) v1.Descriptor {
		sum := digest.FromBytes(data)
		if !seen[sum] {
			seen[sum] = true
			blobs = append(blobs, packed{"blobs/sha256/" + sum.Encoded(), data, 0o644})
		}
		return v1.Descriptor{MediaType: media, Digest: sum, Size: int64(len(data))}
	}
	index := v1.Index{Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: v1.MediaTypeImageIndex}
	for _, b := range e.on("linux") {
		raw, err := b.root(e)
		if err != nil {
			return nil, err
		}
		platform := v1.Platform{OS: b.os, Architecture: b.arch}
		config := add(v1.MediaTypeImageConfig, text(imageConfig(platform, raw, e.version, e.when)))
		manifest := v1.Manifest{
			Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: v1.MediaTypeImageManifest, Config: config,
			Layers: []v1.Descriptor{add(v1.MediaTypeImageLayerGzip, gzipped(raw))},
		}
		d := add(v1.MediaTypeImageManifest, text(manifest))
		d.Platform = &platform
		index.Manifests = append(index.Manifests, d)
	}
	if len(index.Manifests) == 0 {
		return nil, nil
	}
	whole := add(v1.MediaTypeImageIndex, text(index))
	whole.Annotations = map[string]string{v1.AnnotationRefName: e.version}
	top := v1.Index{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: v1.MediaTypeImageIndex,
		Manifests: []v1.Descriptor{whole},
	}
	files := append([]packed{
		{v1.ImageLayoutFile, text(v1.ImageLayout{Version: v1.ImageLayoutVersion}), 0o644},
		{v1.ImageIndexFile, text(top), 0o644},
		{"blobs/", nil, 0o755},
		{"blobs/sha256/", nil, 0o755},
	}, blobs...)
	var out bytes.Buffer
	if err := tarInto(&out, files, e.when); err != nil {
		return nil, err
	}
	return []output{{fmt.Sprintf("oci/sitegen_%s_oci.tar", e.version), out.Bytes()}}, nil
}

// root is the file system of an image, as a tar.
func (b built) root(e *edition) ([]byte, error) {
	files, err := b.with(e.src, e.licences, "LICENSE")
	if err != nil {
		return nil, err
	}
	files[0].name = "usr/bin/sitegen"
	for i := range files[1:] {
		files[i+1].name = "usr/share/doc/sitegen/" + files[i+1].name
	}
	folders := []packed{
		{"site/", nil, 0o777},
		{"tmp/", nil, 0o1777},
		{"usr/", nil, 0o755},
		{"usr/bin/", nil, 0o755},
		{"usr/share/", nil, 0o755},
		{"usr/share/doc/", nil, 0o755},
		{"usr/share/doc/sitegen/", nil, 0o755},
	}
	var out bytes.Buffer
	err = tarInto(&out, append(folders, files...), e.when)
	return out.Bytes(), err
}

func imageConfig(p v1.Platform, root []byte, version string, when time.Time) v1.Image {
	return v1.Image{
		Created: &when, Platform: p,
		Config: v1.ImageConfig{
			Entrypoint: []string{"/usr/bin/sitegen"}, Cmd: []string{"help"}, WorkingDir: "/site", Env: []string{
				"PATH=/usr/bin",
				"HOME=/tmp",
			},
			Labels: map[string]string{
				v1.AnnotationTitle: "sitegen", v1.AnnotationDescription: about,
				v1.AnnotationVersion: version, v1.AnnotationLicenses: "MIT",
			},
		},
		RootFS:  v1.RootFS{Type: "layers", DiffIDs: []digest.Digest{digest.NewDigestFromBytes(digest.SHA256, sum(root))}},
		History: []v1.History{{Created: &when, CreatedBy: "sitegen release"}},
	}
}

func sum(data []byte) []byte {
	s := sha256.Sum256(data)
	return s[:]
}

func text(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers only
	}
	return data
}
