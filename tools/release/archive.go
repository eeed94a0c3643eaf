package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
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
	files, err := b.with(src, licences, "LICENSE", "README.md")
	if err != nil {
		return nil, "", err
	}
	for i := range files {
		files[i].name = name + "/" + files[i].name
	}
	if b.os == "windows" {
		data, err = zipped(files, when)
		return data, ".zip", err
	}
	data, err = tarred(files, when)
	return data, ".tar.gz", err
}

// program is what the file of the binary is called.
func (b built) program() string {
	if b.os == "windows" {
		return "sitegen.exe"
	}
	return "sitegen"
}

// with is the program, the licences of others, and files of the repository.
func (b built) with(src string, licences []byte, more ...string) ([]packed, error) {
	program, err := os.ReadFile(b.file)
	if err != nil {
		return nil, err
	}
	files := []packed{{b.program(), program, 0o755}, {"THIRD_PARTY", licences, 0o644}}
	for _, f := range more {
		text, err := os.ReadFile(filepath.Join(src, f))
		if err != nil {
			return nil, err
		}
		files = append(files, packed{f, text, 0o644})
	}
	return files, nil
}

// tarred is a tar.gz of files, all of one time and nobody's.
func tarred(files []packed, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := tarInto(z, files, when); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// tarInto writes a tar of files. A name that ends in a slash is a folder.
func tarInto(out io.Writer, files []packed, when time.Time) error {
	w := tar.NewWriter(out)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: when, Format: tar.FormatUSTAR}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return w.Close()
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
