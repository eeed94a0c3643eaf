// Command hugodiff compares the HTML files of two output folders of one project: Hugo's and sitegen's.
//
//	go run -C tools ./hugodiff HUGO-FOLDER SITEGEN-FOLDER
//
// It builds nothing. White space, the order of attributes, comments, and the hashes in the names of assets do not
// count. It prints which files only one side has, how many pages are identical, and the first difference of each of
// the others, grouped by class, so that one cause shows as one line. The exit code is 1 if anything differs.
//
// Some pages come out of Hugo in another way each time: lists in random order, what was rendered first. With
// -again FOLDER, which may be given several times and names the output of a further build by Hugo, pages that differ
// among Hugo's own builds are counted apart.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	examples := flag.Int("n", 1, "examples shown per class of differences")
	var again []string
	flag.Func("again", "`folder` of a further build by Hugo: pages that differ in it are not Hugo's last word",
		func(s string) error {
			again = append(again, s)
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
	report, err := compareFolders(flag.Arg(0), flag.Arg(1), again...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	report.print(os.Stdout, *examples)
	if !report.same() {
		os.Exit(1)
	}
}

// A Report says how the HTML files of two folders differ.
type Report struct {
	OnlyHugo, OnlySitegen []string     // files of one side, sorted
	Both, Identical       int          // numbers of files
	Undecided             int          // of Both: those that differ among the builds by Hugo
	Differences           []difference // one for each file that differs, by file name
}

type difference struct {
	file          string
	class         string // what kind of thing differs, such as "a href"
	hugo, sitegen string // the place in both, for people
}

func (r Report) same() bool {
	return len(r.OnlyHugo)+len(r.OnlySitegen)+len(r.Differences) == 0
}

// compareFolders compares the HTML files of two folders; again are further builds by Hugo.
func compareFolders(hugo, sitegen string, again ...string) (Report, error) {
	var r Report
	theirs, err := htmlFiles(hugo)
	if err != nil {
		return r, err
	}
	ours, err := htmlFiles(sitegen)
	if err != nil {
		return r, err
	}
	for _, name := range theirs {
		if _, both := slices.BinarySearch(ours, name); !both {
			r.OnlyHugo = append(r.OnlyHugo, name)
			continue
		}
		r.Both++
		a, err := os.ReadFile(filepath.Join(hugo, name))
		if err != nil {
			return r, err
		}
		b, err := os.ReadFile(filepath.Join(sitegen, name))
		if err != nil {
			return r, err
		}
		same, err := sameAgain(name, a, again)
		if err != nil {
			return r, err
		}
		if !same {
			r.Undecided++
		} else if d, differs := comparePages(a, b); differs {
			d.file = name
			r.Differences = append(r.Differences, d)
		} else {
			r.Identical++
		}
	}
	for _, name := range ours {
		if _, both := slices.BinarySearch(theirs, name); !both {
			r.OnlySitegen = append(r.OnlySitegen, name)
		}
	}
	return r, nil
}

// sameAgain reports whether a page is the same in further builds by Hugo.
func sameAgain(name string, page []byte, again []string) (bool, error) {
	for _, dir := range again {
		other, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if _, differs := comparePages(page, other); differs {
			return false, nil
		}
	}
	return true, nil
}

// htmlFiles lists the HTML files of a folder, sorted, relative to it.
func htmlFiles(dir string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".html" {
			return err
		}
		name, err := filepath.Rel(dir, path)
		names = append(names, name)
		return err
	})
	slices.Sort(names)
	return names, err
}

func (r Report) print(w io.Writer, examples int) {
	percent := 100.0
	if decided := r.Both - r.Undecided; decided > 0 {
		percent = 100 * float64(r.Identical) / float64(decided)
	}
	fmt.Fprintf(w, "%d files on both sides, %d identical (%.1f %%); only Hugo %d, only sitegen %d\n",
		r.Both, r.Identical, percent, len(r.OnlyHugo), len(r.OnlySitegen))
	if r.Undecided > 0 {
		fmt.Fprintf(w, "  %d files differ among the builds by Hugo and do not count\n", r.Undecided)
	}
	printNames(w, "only Hugo", r.OnlyHugo)
	printNames(w, "only sitegen", r.OnlySitegen)

	classes := map[string][]difference{}
	for _, d := range r.Differences {
		classes[d.class] = append(classes[d.class], d)
	}
	names := slices.SortedFunc(maps.Keys(classes), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(classes[b]), len(classes[a])), cmp.Compare(a, b))
	})
	for _, class := range names {
		list := classes[class]
		fmt.Fprintf(w, "%5d  %s\n", len(list), class)
		for _, d := range list[:min(examples, len(list))] {
			fmt.Fprintf(w, "       %s\n         hugo    %s\n         sitegen %s\n", d.file, d.hugo, d.sitegen)
		}
	}
}

func printNames(w io.Writer, title string, names []string) {
	for i, name := range names {
		if i == 20 {
			fmt.Fprintf(w, "  … and %d more\n", len(names)-i)
			return
		}
		fmt.Fprintf(w, "  %s: %s\n", title, name)
	}
}
