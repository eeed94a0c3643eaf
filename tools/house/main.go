// Command house prints figures about the structure of the product, for readers: code lines, imports, methods and
// fields flattened through embedding, longest functions, long lines, references between files that run backwards, and
// packages that name tools of others. With -since it prints the change since a commit. It judges nothing and fails on
// no figure.
//
//	go run -C tools ./house
//	go run -C tools ./house -since v1.0.0
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"text/tabwriter"
)

func main() {
	repo := flag.String("repo", "..", "checkout to look at")
	since := flag.String("since", "", "commit to compare with")
	most := flag.Int("n", 10, "rows of each list")
	flag.Parse()
	if err := run(os.Stdout, *repo, *since, *most); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, repo, since string, most int) error {
	now, err := measure(repo)
	if err != nil {
		return err
	}
	var then *figures
	if since != "" {
		err := at(repo, since, func(dir string) (err error) {
			then, err = measure(dir)
			return err
		})
		if err != nil {
			return err
		}
	}
	report(w, now, then, most)
	return nil
}

// at calls do with a checkout of a commit, in a folder that is removed afterwards.
func at(repo, commit string, do func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "house-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	dir = filepath.Join(dir, "checkout")
	if out, err := exec.Command("git", "-C", repo, "worktree", "add", "--detach", dir,
		commit).CombinedOutput(); err != nil {
		return fmt.Errorf("check out %s: %w: %s", commit, err, out)
	}
	defer func() {
		out, gone := exec.Command("git", "-C", repo, "worktree", "remove", "--force", dir).CombinedOutput()
		if err == nil && gone != nil {
			err = fmt.Errorf("remove the checkout: %w: %s", gone, out)
		}
	}()
	return do(dir)
}

// report prints one table for each kind of figure.
func report(w io.Writer, now, then *figures, most int) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer t.Flush()
	if then == nil {
		then = &figures{}
	} else {
		fmt.Fprintln(t, "\tnow\tchange")
	}
	compared := then.total != nil
	for i, f := range now.total {
		row(t, f, then.total, compared)
		if i == len(now.total)-1 {
			fmt.Fprintln(t)
		}
	}
	for _, list := range []struct {
		title     string
		now, then []figure
	}{
		{"code lines of wings", now.wings, then.wings},
		{"code lines of packages", now.packages, then.packages},
		{"direct imports of packages", now.imports, then.imports},
		{"methods of types, with embedded ones", now.methods, then.methods},
		{"fields of structs, with embedded ones", now.fields, then.fields},
		{"lines of functions", now.functions, then.functions},
		{"lines over 120 characters", now.long, then.long},
		{"references between files that run backwards", now.backwards, then.backwards},
		{"packages that name a tool of others (times)", now.foreign, then.foreign},
	} {
		fmt.Fprintf(t, "%s\n", list.title)
		slices.SortStableFunc(list.now, func(a, b figure) int { return b.n - a.n })
		rows := list.now
		if list.title != "code lines of wings" && len(rows) > most {
			rows = rows[:most]
		}
		for _, f := range rows {
			row(t, f, list.then, compared)
		}
		fmt.Fprintln(t)
	}
}

// row prints a figure and its change since then.
func row(w io.Writer, f figure, then []figure, compared bool) {
	fmt.Fprintf(w, "  %s\t%d%s", f.name, f.n, f.of)
	if compared {
		i := slices.IndexFunc(then, func(g figure) bool { return g.name == f.name })
		switch {
		case i < 0:
			fmt.Fprint(w, "\tnew")
		case then[i].n != f.n:
			fmt.Fprintf(w, "\t%+d", f.n-then[i].n)
		}
	}
	fmt.Fprintln(w)
}
