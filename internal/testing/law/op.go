package law

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Op is one change of a project, of its output, or of how it is built. Paths are slash paths relative to
// the project's folder. The output is in public, wherever the site has it; what builds keep is in .sitegen.
//
//	write PATH        the file has the bytes of Data
//	remove PATH       the file or folder is gone
//	rename PATH TO    the file or folder has another name
//	touch PATH TO     the file has the time TO (RFC 3339), and the bytes that it had
//	swap PATH TO      two files have exchanged their bytes by renaming, and kept their times
//	exchange PATH TO  the same, but each file was written anew and given its old time
//	alter PATH HOW    the file has other bytes and the size that it had; HOW is "new-time", "old-time" for the time
//	                  that it had, or "replaced" for another file with that time
//	block PATH        a folder with a foreign file is where the file was
//	link PATH TO      a symbolic link at PATH leads to TO, as seen from PATH's folder
//	cancel DURATION   the next build is cancelled after so long, and then made again
//	keep              the project is copied, with all times
//	restore PARTS HOW parts of the project are what they were when it was copied, with their times; PARTS are sources,
//	                  output, state, cache, ledger, with + between them; HOW is "in-place" as by rsync --inplace, or "anew"
//	ledger HOW        the ledger was edited: HOW is "dates" for other times of changes, "ids" for other ids, "forgets" when
//	                  every second address is gone
//	commit DATE TO    git has everything, under the message TO
//	amend DATE        git's last commit has another date
//	reword MESSAGE    git's last commit has another message, and the dates that it had
//	clock TIME        builds have another "now"
//	jobs N            builds have so many workers
//	option NAME TO    another option of pipeline.Options: drafts, future, expired, minify, strict, environment
//	rest DURATION     files grow old enough to be known by their times
//	process           the next build is another process
//	moved             the project lies in another folder, and all files have new times
type Op struct {
	Verb, Path, To string
	Data           []byte
}

// Step is what is done between two builds. Kind describes its origin; the suffix " (fails)" means that the next
// build has errors.
type Step struct {
	Kind string
	Ops  []Op
}

func (o Op) String() string {
	s := o.Verb
	for _, part := range []string{o.Path, o.To} {
		if part != "" {
			s += " " + part
		}
	}
	return s
}

// onDisk applies o to the project in dir, whose output folder is output. An operation on a missing file does
// nothing, so steps can be left out when a failure is reduced.
func (o Op) onDisk(ctx context.Context, dir, output string) error {
	file, other := diskPath(dir, output, o.Path), diskPath(dir, output, o.To)
	switch o.Verb {
	case "write":
		return write(file, o.Data)
	case "remove":
		return os.RemoveAll(file)
	case "rename":
		if _, err := os.Lstat(file); err != nil {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(other), 0o777); err != nil {
			return err
		}
		return ignoreClash(os.Rename(file, other))
	case "link":
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return ignoreClash(err)
		}
		return ignoreClash(os.Symlink(filepath.FromSlash(o.To), file))
	case "touch":
		when, err := time.Parse(time.RFC3339, o.To)
		if err != nil {
			return err
		}
		return ignoreAbsent(os.Chtimes(file, when, when))
	case "alter":
		return ignoreClash(ignoreAbsent(alter(file, o.To)))
	case "block":
		if err := os.RemoveAll(file); err != nil {
			return err
		}
		return write(filepath.Join(file, blocking), []byte("in the way\n"))
	case "swap":
		return swap(file, other)
	case "ledger":
		return editLedgers(dir, o.Path)
	case "exchange":
		return exchange(file, other)
	case "commit":
		return commit(ctx, dir, o.Path, "-m", o.To)
	case "amend":
		return commit(ctx, dir, o.Path, "--amend", "--no-edit")
	case "reword":
		return reword(ctx, dir, o.Path)
	}
	return fmt.Errorf("no operation %q", o.Verb)
}

// diskPath returns the path on disk of a path in an operation.
func diskPath(dir, output, path string) string {
	if rest, ok := strings.CutPrefix(path, "public/"); ok {
		return filepath.Join(output, filepath.FromSlash(rest))
	}
	if path == "public" {
		return output
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}

// blocking is the name of a file in a folder at the path of an output.
const blocking = "foreign"

// altered returns other bytes of the same size.
func altered(data []byte) []byte {
	data = slices.Clone(data)
	if len(data) > 0 {
		data[len(data)/2] ^= 1
	}
	return data
}

// alter changes a byte of a file.
func alter(file, how string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 {
		return err
	}
	data = altered(data)
	if how == "replaced" {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	if err := os.WriteFile(file, data, 0o666); err != nil || how == "new-time" {
		return err
	}
	return os.Chtimes(file, info.ModTime(), info.ModTime())
}

func write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return ignoreClash(err)
	}
	return ignoreClash(os.WriteFile(file, data, 0o666))
}

func ignoreAbsent(err error) error {
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

// ignoreClash drops the error of an operation that an existing folder or file prevents, which happens only when
// other steps were left out.
func ignoreClash(err error) error {
	if err == nil || os.IsExist(err) || os.IsNotExist(err) {
		return nil
	}
	for _, text := range []string{"is a directory", "not a directory", "not empty", "file exists", "invalid argument"} {
		if strings.Contains(err.Error(), text) {
			return nil
		}
	}
	return err
}

// swap exchanges two files and their times, as mv does: each path gets another inode.
func swap(a, b string) error {
	fa, err := os.Stat(a)
	if err != nil {
		return ignoreAbsent(err)
	}
	fb, err := os.Stat(b)
	if err != nil {
		return ignoreAbsent(err)
	}
	for _, m := range [][2]string{{a, a + ".swap"}, {b, a}, {a + ".swap", b}} {
		if err := os.Rename(m[0], m[1]); err != nil {
			return err
		}
	}
	if err := os.Chtimes(a, fa.ModTime(), fa.ModTime()); err != nil {
		return err
	}
	return os.Chtimes(b, fb.ModTime(), fb.ModTime())
}

// exchange writes the bytes of each file into the other and restores both times, so only the change time of the
// inode differs.
func exchange(a, b string) error {
	fa, err := os.Stat(a)
	if err != nil {
		return ignoreAbsent(err)
	}
	fb, err := os.Stat(b)
	if err != nil {
		return ignoreAbsent(err)
	}
	da, err := os.ReadFile(a)
	if err != nil {
		return err
	}
	db, err := os.ReadFile(b)
	if err != nil {
		return err
	}
	if err := os.WriteFile(a, db, 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(b, da, 0o666); err != nil {
		return err
	}
	if err := os.Chtimes(a, fa.ModTime(), fa.ModTime()); err != nil {
		return err
	}
	return os.Chtimes(b, fb.ModTime(), fb.ModTime())
}

// commit commits everything with a date, if the project has its own repository.
func commit(ctx context.Context, dir, date string, args ...string) error {
	if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil {
		return nil
	}
	if err := git(ctx, dir, date, "add", "-A"); err != nil {
		return err
	}
	return git(ctx, dir, date, append([]string{"commit", "-q", "--allow-empty", "--date", date}, args...)...)
}

// reword changes the message of the last commit.
func reword(ctx context.Context, dir, message string) error {
	if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil {
		return nil
	}
	date, err := exec.CommandContext(ctx, "git", "-C", dir, "log", "-1", "--format=%cI").Output()
	if err != nil {
		return fmt.Errorf("date of the last commit: %w", err)
	}
	return git(ctx, dir, strings.TrimSpace(string(date)), "commit", "-q", "--amend", "--allow-empty", "-m", message)
}

// git runs git without the configuration of the current user.
func git(ctx context.Context, dir, date string, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" +
			os.DevNull, "GIT_COMMITTER_DATE=" + date,
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@law.example", "GIT_COMMITTER_NAME=Ada",
		"GIT_COMMITTER_EMAIL=ada@law.example",
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
