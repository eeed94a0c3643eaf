package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/convert/migrate"
	"github.com/sitegen/sitegen/internal/convert/scaffold"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// initFrom adds --from to `sitegen init`.
func (a *app) initFrom(cmd *cobra.Command) {
	var from, to, media string
	var dry bool
	args, run := cmd.Args, cmd.RunE
	cmd.Use = "init blog|docs [FOLDER]\n  sitegen init --from FOLDER [blog|docs] [NEW]"
	cmd.Long += `

With --from, it reads the configuration of another generator in a folder
(` + named(migrate.Names(true)) + `), and writes a sitegen.toml next to it, which
builds the existing content with one of sitegen's themes, at the same URLs. A
project whose pages need more than that is converted into a new folder, NEW:
` + named(migrate.Names(false)) + ` (its export file).
The report says for each key whether it is used, ignored, or needs your
attention. No existing file changes.`
	cmd.Example += "\n  sitegen init --from manual --dry-run"
	cmd.Flags().StringVar(&from, "from", "", "`folder` of a project of another generator, or an export file")
	cmd.Flags().StringVar(&to, "to", "",
		"with --from: new `folder` for a converted project, the same as NEW (default: the name of the old one with -sitegen)")
	cmd.Flags().StringVar(&media, "media", "",
		"with --from: `folder` with the uploaded files of an export (WordPress: a copy of wp-content/uploads)")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "with --from: print what would be written, without writing it")
	cmd.Args = func(cmd *cobra.Command, list []string) error {
		if from != "" {
			return takes(0, 2, "name at most a theme and a new folder with --from\n"+
				"  hint: sitegen init --from manual docs manual-new")(cmd, list)
		}
		if dry {
			return errors.New("--dry-run needs --from")
		}
		return args(cmd, list)
	}
	cmd.RunE = func(cmd *cobra.Command, list []string) error {
		if from == "" {
			return run(cmd, list)
		}
		o := conversion.Options{Media: media}
		o.Title, _ = cmd.Flags().GetString("title")
		address, _ := cmd.Flags().GetString("baseURL")
		var err error
		if o.BaseURL, err = scaffold.Address(address); err != nil {
			return err
		}
		if len(list) > 0 && slices.Contains(scaffold.Kinds(), list[0]) {
			o.Theme, list = list[0], list[1:]
		}
		switch {
		case len(list) > 1:
			return fmt.Errorf("unknown theme %q\n  hint: choose one of %s", list[0], strings.Join(scaffold.Kinds(), ", "))
		case len(list) == 1 && to != "":
			return fmt.Errorf("two new folders are named: %s, and --to %s", list[0], to)
		case len(list) == 1:
			to = list[0]
		}
		return a.migrate(from, to, o, dry)
	}
}

// migrate writes the files that sitegen needs to build a project.
func (a *app) migrate(dir, to string, o conversion.Options, dry bool) error {
	plan, err := migrate.Read(dir, o)
	if errors.Is(err, migrate.ErrNone) {
		err = fmt.Errorf("%s: no configuration of %s found\n  hint: Markdown needs no conversion: sitegen serve -s %s",
			dir, named(slices.Concat(migrate.Names(true), migrate.Names(false))), dir)
		if info, missing := os.Stat(dir); missing != nil {
			err = fmt.Errorf("%s does not exist\n  hint: name the folder of a project, or an export file", dir)
		} else if !info.IsDir() {
			err = fmt.Errorf("%s is not an export file that sitegen knows\n  hint: name the folder of the project", dir)
		} else if p := tools.Find(os.DirFS(dir)); p != nil {
			err = fmt.Errorf("%s is a project of %s: sitegen builds it as it is\n  hint: sitegen serve -s %s",
				dir, p.Tool.Name, dir)
		}
	}
	folder := dir
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		folder = filepath.Dir(dir)
	}
	if list := diag.From(err); err != nil {
		for _, d := range list {
			if d.File != "" {
				d.File = path.Join(filepath.ToSlash(folder), d.File)
			}
		}
		a.problems(list)
		return exit(exitFindings)
	}
	target, err := newFolder(dir, to, plan)
	if err != nil {
		return err
	}
	if !dry {
		err := scaffold.Write(target, plan.Files)
		if errors.Is(err, scaffold.ErrTaken) {
			err = fmt.Errorf("%w\n  hint: delete what an earlier run wrote, or pass --dry-run to see what would be written", err)
		}
		if err != nil {
			return a.failed(err)
		}
	}
	files := plan.Files
	if plan.Converted {
		files = files[:1] // the others are too many to name
	}
	for _, f := range files {
		name := filepath.ToSlash(filepath.Join(target, filepath.FromSlash(f.Path)))
		if dry {
			a.printf(a.out, "%s:\n%s\n", name, f.Data)
		} else {
			a.printf(a.out, "%s\n", name)
		}
	}
	if more := len(plan.Files) - len(files); more > 0 {
		a.printf(a.out, "and %d more files in %s\n", more, filepath.ToSlash(target))
	}
	a.fates(dir, plan)
	if dry {
		return nil
	}
	a.printf(a.out, "\nNext:\n")
	if filepath.Clean(target) != "." {
		a.printf(a.out, "  cd %s\n", target)
	}
	a.printf(a.out,
		"  sitegen serve\n  sitegen build && sitegen diff OLD public   # OLD is what %s wrote, or its sitemap.xml\n",
		plan.Tool)
	return nil
}

// newFolder returns the folder for the files of a plan: that of the configuration that was read, or a new
// folder if pages were converted.
func newFolder(dir, to string, plan *conversion.Plan) (string, error) {
	if !plan.Converted {
		if to != "" {
			return "", fmt.Errorf("sitegen builds %s where it is, without a new folder\n  hint: sitegen init --from %s",
				article(plan.Tool)+" project", filepath.ToSlash(filepath.Clean(dir)))
		}
		return dir, nil
	}
	old, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if to == "" {
		to = old + "-sitegen"
		if info, err := os.Stat(old); err == nil && !info.IsDir() {
			to = strings.TrimSuffix(old, filepath.Ext(old)) + "-sitegen"
		}
		if !filepath.IsAbs(dir) {
			to = filepath.Join(dir, "..", filepath.Base(to))
		}
	}
	target, err := filepath.Abs(to)
	if rel, e := filepath.Rel(old, target); e == nil && filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s is inside the old project\n  hint: choose a folder next to it", to)
	}
	return to, err
}

// fates prints a table of what became of each key: first those that need the user's attention, then those in
// use, then the rest.
func (a *app) fates(dir string, plan *conversion.Plan) {
	counts := map[conversion.Fate]int{}
	positions, keys := 0, 0
	for _, n := range plan.Notes {
		counts[n.Fate]++
		positions, keys = max(positions, len(n.Position())), max(keys, min(len(n.Key), 40))
	}
	a.printf(a.out, "\n%s, with the theme %s: %d used, %d ignored, %d need you (lines of %s)\n", plan.Tool, plan.Theme,
		counts[conversion.Used], counts[conversion.Ignored], counts[conversion.NeedsYou], path.Clean(filepath.ToSlash(dir)))
	order := []conversion.Fate{conversion.NeedsYou, conversion.Used, conversion.Ignored}
	notes := slices.SortedStableFunc(slices.Values(plan.Notes), func(a, b conversion.Note) int {
		return slices.Index(order, a.Fate) - slices.Index(order, b.Fate)
	})
	for _, n := range notes {
		a.printf(a.out, "%s\n", strings.TrimRight(fmt.Sprintf("  %-*s  %-9s  %-*s  %s", positions, n.Position(), n.Fate, keys,
			n.Key, n.Text), " "))
	}
}

// named joins names with commas and "and".
func named(names []string) string {
	if len(names) < 3 {
		return strings.Join(names, " or ")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + ", or " + names[last]
}

// article returns the name of a tool with its article, by the sound of the first letter.
func article(tool string) string {
	if strings.ContainsAny(tool[:1], "AEIO") || strings.HasPrefix(tool, "Mk") {
		return "an " + tool
	}
	return "a " + tool
}

// foreign prints a hint about converting the project of another tool, and refuses to build one whose pages can't be
// read without a conversion: their template code would be printed.
func (a *app) foreign(o project.Options, hint bool) error {
	dir := o.Source
	found := migrate.Foreign(dir)
	command := "sitegen init --from " + filepath.ToSlash(filepath.Clean(dir))
	switch {
	case found.Tool == "":
	case !found.Built && o.ConfigFile == "":
		return fmt.Errorf("this is %s project, and sitegen reads its pages only by converting them\n"+
			"  hint: convert it into a new folder, at the same URLs: %s", article(found.Tool), command)
	case !hint:
	case found.New:
		a.printf(a.err, "This is %s project. To convert it into a new folder, at the same URLs: %s\n",
			article(found.Tool), command)
	default:
		a.printf(a.err, "This is %s project. To get a sitegen.toml with all its settings, and its colors: %s\n",
			article(found.Tool), command)
	}
	return nil
}
