package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"time"
)

// packed is a file in an archive.
type packed struct {
	name string
	data []byte
	mode int64
}

// archive packs a binary with what belongs to it: zip for Windows, tar.gz for the others.
func (b built) archive(src, name string, licences []byte, when time.Time) (data []byte, ext string, err error) {
	program, err := os.ReadFile(b.file)
	if err != nil {
		return nil, "", err
	}
	binary := "sitegen"
	if b.os == "windows" {
		binary += ".exe"
	}
	files := []packed{{name + "/" + binary, program, 0o755}, {name + "/THIRD_PARTY", licences, 0o644}}
	for _, f := range []string{"LICENSE", "README.md"} {
		text, err := os.ReadFile(filepath.Join(src, f))
		if err != nil {
			return nil, "", err
		}
		files = append(files, packed{name + "/" + f, text, 0o644})
	}
	if b.os == "windows" {
		data, err = zipped(files, when)
		return data, ".zip", err
	}
	data, err = tarred(files, when)
	return data, ".tar.gz", err
}

// tarred is a tar.gz of files, all of one time and nobody's.
func tarred(files []packed, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: when, Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

func zipped(files []packed, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		h.SetMode(os.FileMode(f.mode))
		part, err := w.CreateHeader(h)
		if err == nil {
			_, err = part.Write(f.data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
