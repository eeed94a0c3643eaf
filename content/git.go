package content

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// Commit is a commit that changed a file: https://gohugo.io/methods/page/gitinfo/
type Commit struct {
	Hash, AbbreviatedHash, Subject, Body, AuthorName, AuthorEmail string
	AuthorDate, CommitDate                                        time.Time
}

// Git contains the last commit of each file of a folder.
type Git struct {
	Shallow   bool               // the clone lacks history, so boundary commits are not trusted (rule M4)
	Files     map[string]*Commit // by slash path relative to the folder; absent: not known
	Head      string             // result of GitHead at that time; "" if there are no commits yet
	Elsewhere []string           // the elsewhere arguments of ReadGit
	Unread    []string           // repositories below the folder that git cannot read, with the reason
}

// GitHead identifies the last commit of the work tree that contains a folder, the last commits of repositories below
// it, and the boundary of a shallow clone; "" if there is no commit. ReadGit returns the same result until GitHead
// changes.
func GitHead(ctx context.Context, dir string) string {
	root, err := workTree(dir)
	if err != nil {
		return ""
	}
	head := ""
	if root != "" {
		if head, err = gitHead(ctx, dir); err != nil {
			return ""
		}
	}
	for _, name := range nested(root, dir) {
		head += " " + name + " " + GitHead(ctx, filepath.Join(dir, name))
	}
	return head
}

// gitHead returns the last commit and the boundary of the clone.
func gitHead(ctx context.Context, dir string) (string, error) {
	out, err := git(ctx, dir, "rev-parse", "--path-format=absolute", "--git-path", "shallow", "HEAD^{commit}")
	if err != nil {
		return "", err
	}
	shallow, head, _ := strings.Cut(string(out), "\n")
	boundary, err := os.ReadFile(shallow)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return head + string(boundary), nil
}

// ReadGit runs git once for the last commit of every file below dir, and once per repository below dir, such as a
// submodule with the content. It returns nil without an error if dir is in no work tree and none is below it. Merges do
// not count as changes, as in Hugo. In a shallow clone, a boundary commit seems to add every file of the tree, so files
// that only it would date have no commit (rule M4). elsewhere are files and folders of the same work tree outside of
// dir, as slash paths relative to it: "../README.md". Paths outside of the work tree are ignored.
func ReadGit(ctx context.Context, dir string, elsewhere ...string) (*Git, error) {
	root, err := workTree(dir)
	if err != nil {
		return nil, err
	}
	inner := nested(root, dir)
	if root == "" && len(inner) == 0 {
		return nil, nil
	}
	g := &Git{Files: map[string]*Commit{}, Elsewhere: elsewhere}
	if root != "" {
		if err := g.tree(ctx, dir); err != nil {
			return nil, err
		}
	}
	for _, name := range inner {
		sub, err := ReadGit(ctx, filepath.Join(dir, name))
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			g.Unread = append(g.Unread, fmt.Sprintf("%s: %v", name, err))
			continue
		}
		if sub == nil {
			continue
		}
		for file, c := range sub.Files {
			g.Files[name+"/"+file] = c
		}
		for _, why := range sub.Unread {
			g.Unread = append(g.Unread, name+"/"+why)
		}
		g.Shallow = g.Shallow || sub.Shallow
	}
	g.Head = GitHead(ctx, dir)
	return g, nil
}

// tree reads the work tree that dir is in.
func (g *Git) tree(ctx context.Context, dir string) error {
	shallow, err := git(ctx, dir, "rev-parse", "--path-format=absolute", "--git-path", "shallow")
	if err != nil {
		return err
	}
	boundary, err := os.ReadFile(strings.TrimSuffix(string(shallow), "\n"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read the boundary of the shallow clone: %w", err)
	}
	g.Shallow = len(boundary) > 0
	if _, err := git(ctx, dir, "rev-parse", "--quiet", "--verify", "HEAD^{commit}"); err != nil {
		return ctx.Err() // no commits yet
	}
	return g.read(ctx, dir, boundary)
}

// workTree returns the folder of the work tree that dir is in, the nearest with an entry .git, or "". Parent folders
// without read permission are skipped, because git could not read them either.
func workTree(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; {
		_, err := os.Lstat(filepath.Join(at, ".git"))
		if err == nil {
			return at, nil
		}
		if !filestat.Absent(err) && (at == dir || !errors.Is(err, os.ErrPermission)) {
			return "", fmt.Errorf("look for the git repository: %w", err)
		}
		parent := filepath.Dir(at)
		if parent == at {
			return "", nil
		}
		at = parent
	}
}

// withoutContent are folders whose own repositories never contain pages: themes are often submodules, too.
var withoutContent = map[string]bool{
	"themes": true, "node_modules": true, "_vendor": true, "public": true, "resources": true, "static": true,
	"assets":  true,
	"layouts": true, "archetypes": true,
}

// nested returns the repositories below dir, as sorted slash paths: the submodules of the work tree at root, and
// folders of dir with their own repository. The log of the outer repository does not list their files.
func nested(root, dir string) []string {
	found := map[string]bool{}
	add := func(name string) {
		top, _, _ := strings.Cut(name, "/")
		if name == "." || !filepath.IsLocal(name) || top[0] == '.' || withoutContent[top] {
			return
		}
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name), ".git")); err == nil {
			found[name] = true
		}
	}
	if abs, err := filepath.Abs(dir); err == nil && root != "" {
		modules, _ := os.ReadFile(filepath.Join(root, ".gitmodules")) // most projects have no such file
		for line := range strings.Lines(string(modules)) {
			key, value, _ := strings.Cut(line, "=")
			if strings.TrimSpace(key) != "path" {
				continue
			}
			if rel, err := filepath.Rel(abs, filepath.Join(root, filepath.FromSlash(strings.TrimSpace(value)))); err == nil {
				add(filepath.ToSlash(rel))
			}
		}
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			add(e.Name())
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// git runs git in dir and returns its output.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	out, err := gitCommand(ctx, dir, args...).Output()
	return out, gitError(args, err)
}

// gitCommand returns a git command in dir that never fetches: the configuration of a partial clone's repository may
// name any program for fetching, which must not run.
func gitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1")
	return cmd
}

// errPartial is the error for a partial clone that lacks even the lists of changed files.
var errPartial = errors.New("the partial clone lacks folders of old commits, and builds fetch nothing: run git fetch --refetch --filter=blob:none")

// dubious matches git's refusal to read a repository of another user, which is common in containers.
var dubious = regexp.MustCompile(`detected dubious ownership in repository at '([^']+)'`)

// gitError adds the git command and its error output to err.
func gitError(args []string, err error) error {
	if err == nil {
		return nil
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		if m := dubious.FindSubmatch(exit.Stderr); m != nil {
			return &diag.Diagnostic{
				Rule: "git", Severity: diag.Error, Message: "git refuses to read the repository " + string(m[1]) +
					": it belongs to another user",
				Hint: "to allow it, run: git config --global --add safe.directory " + string(m[1]),
			}
		}
		return fmt.Errorf("git %s: %s", args[0], bytes.TrimSpace(exit.Stderr))
	}
	if errors.Is(err, exec.ErrNotFound) {
		return &diag.Diagnostic{
			Rule: "git", Severity: diag.Error, Message: "dates from git are wanted, but the program git was not found",
			Hint: "install git, or turn off enableGitInfo",
		}
	}
	return fmt.Errorf("git %s: %w", args[0], err)
}

// The log is a sequence of texts that end with a NUL, which neither a message nor a path can contain. A commit begins
// with commitMark and its hash; commitFields more fields and the paths follow.
const (
	commitMark   = "\x01commit "
	commitFormat = "--format=" + "%x01commit %H%x00%h%x00%aI%x00%cI%x00%aN%x00%aE%x00%s%x00%b%x00"
	commitFields = 7
)

// read fills g from one git log, newest commit first. boundary contains the hashes of boundary commits.
func (g *Git) read(ctx context.Context, dir string, boundary []byte) error {
	args := []string{
		"-c", "core.quotePath=false", "-c", "log.showSignature=false", "-c", "core.fsmonitor=false",
		"log", "-z", "--no-merges", "--no-renames", "--name-only", "--no-color", "--no-ext-diff", commitFormat,
	}
	prefix, others, err := g.outside(ctx, dir)
	if err != nil {
		return err
	}
	if others == nil {
		args = append(args, "--relative")
	}
	args = append(append(args, "HEAD", "--", "."), others...)
	cmd := gitCommand(ctx, dir, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return gitError([]string{"log"}, err)
	}
	readErr := g.scan(bufio.NewReaderSize(out, 64<<10), boundary, func(name string) string {
		if others == nil {
			return name
		}
		return relative(prefix, name)
	})
	if _, err := io.Copy(io.Discard, out); readErr == nil {
		readErr = err
	}
	if err := cmd.Wait(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if msg := bytes.TrimSpace(stderr.Bytes()); bytes.Contains(msg, []byte("promisor")) ||
			bytes.Contains(msg, []byte("lazy fetching disabled")) {
			err = errPartial
		} else if len(msg) > 0 {
			err = errors.New(string(msg))
		}
		return fmt.Errorf("git log: %w", err)
	}
	return readErr
}

// outside returns the entries of g.Elsewhere that are in the work tree, and the path of dir in it, such as "site/". It
// runs git only if g.Elsewhere has entries.
func (g *Git) outside(ctx context.Context, dir string) (prefix string, others []string, err error) {
	if len(g.Elsewhere) == 0 {
		return "", nil, nil
	}
	out, err := git(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return "", nil, err
	}
	prefix = strings.TrimSuffix(string(out), "\n")
	for _, name := range g.Elsewhere {
		name = path.Clean(name)
		if strings.HasPrefix(name, "../") && !strings.HasPrefix(path.Join(prefix, name), "..") {
			others = append(others, name)
		}
	}
	return prefix, others, nil
}

// relative returns a path of the work tree as seen from one of its folders: "../README.md" from "site/".
func relative(folder, name string) string {
	up := ""
	for !strings.HasPrefix(name, folder) {
		up += "../"
		folder = folder[:strings.LastIndexByte(folder[:len(folder)-1], '/')+1]
	}
	return up + name[len(folder):]
}

// scan reads the log. name returns the path of a file as used in Files.
func (g *Git) scan(r *bufio.Reader, boundary []byte, name func(string) string) error {
	var cur *Commit
	trusted := true
	for {
		text, err := r.ReadString(0)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		text = strings.TrimLeft(text[:len(text)-1], "\n")
		hash, begins := strings.CutPrefix(text, commitMark)
		if !begins {
			at := name(text)
			if _, newer := g.Files[at]; text != "" && cur != nil && trusted && !newer {
				g.Files[at] = cur
			}
			continue
		}
		if cur, err = readCommit(hash, r); err != nil {
			return err
		}
		trusted = !bytes.Contains(boundary, []byte(hash))
	}
}

func readCommit(hash string, r *bufio.Reader) (*Commit, error) {
	var f [commitFields]string
	for i := range f {
		text, err := r.ReadString(0)
		if err != nil {
			return nil, fmt.Errorf("git log: commit %s is cut off: %w", hash, err)
		}
		f[i] = text[:len(text)-1]
	}
	c := &Commit{
		Hash: hash, AbbreviatedHash: f[0], AuthorName: f[3], AuthorEmail: f[4], Subject: f[5],
		Body: strings.TrimSpace(f[6]),
	}
	for _, d := range []struct {
		text string
		into *time.Time
	}{{f[1], &c.AuthorDate}, {f[2], &c.CommitDate}} {
		t, _, ok := frontmatter.Date(d.text, time.UTC)
		if !ok {
			return nil, fmt.Errorf("git log: commit %s has the date %q", hash, d.text)
		}
		*d.into = t
	}
	return c, nil
}
