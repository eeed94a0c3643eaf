package main

import (
	"archive/zip"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// release puts a folder as a version of a module into a proxy on disk: publish proxy path version folder
func release(ts *testscript.TestScript, _ bool, args []string) {
	at := filepath.Join(ts.MkAbs(args[0]), filepath.FromSlash(args[1]), "@v")
	ts.Check(os.MkdirAll(at, 0o777))
	f, err := os.Create(filepath.Join(at, args[2]+".zip"))
	ts.Check(err)
	w := zip.NewWriter(f)
	for name, text := range readTree(ts, args[3]) {
		part, err := w.Create(args[1] + "@" + args[2] + "/" + name)
		ts.Check(err)
		_, err = part.Write([]byte(text))
		ts.Check(err)
	}
	ts.Check(w.Close())
	ts.Check(f.Close())
	ts.Check(os.WriteFile(filepath.Join(at, args[2]+".info"), []byte(`{"Version":"`+args[2]+`"}`), 0o666))
	list, err := os.OpenFile(filepath.Join(at, "list"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	ts.Check(err)
	_, err = list.WriteString(args[2] + "\n")
	ts.Check(err)
	ts.Check(list.Close())
}
