// Command hugodiff compares two output folders of one project: Hugo's and sitegen's.
//
//	go run -C tools ./hugodiff HUGO-FOLDER SITEGEN-FOLDER
//
// It builds nothing, and prints what `sitegen migrate check` prints. The exit code is 1 if anything differs.
//
// Some pages come out of Hugo differently each time: lists in random order, what was rendered first. With
// -again FOLDER, which may be given several times and names the output of a further build by Hugo, pages that differ
// among Hugo's own builds are counted separately.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/sitegen/sitegen/internal/finished/hugodiff"
)

func main() {
	examples := flag.Int("n", 1, "files named per cause; 0: all")
	var o hugodiff.Options
	flag.Func("again", "`folder` of a further build by Hugo: pages that differ in it don't count",
		func(s string) error {
			o.Again = append(o.Again, s)
			return nil
		})
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(),
			"usage: hugodiff [-n EXAMPLES] [-again HUGO-FOLDER] HUGO-FOLDER SITEGEN-FOLDER")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	r, err := hugodiff.Compare(context.Background(), flag.Arg(0), flag.Arg(1), o)
	if err == nil {
		err = r.Write(os.Stdout, *examples)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !r.Same() {
		os.Exit(1)
	}
}
