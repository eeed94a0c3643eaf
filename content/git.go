package content

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/filestat"
)

// Commit is a commit that changed a file: https://gohugo.io/methods/page/gitinfo/
type Commit struct {
	Hash, AbbreviatedHash, Subject, Body, AuthorName, AuthorEmail string
	AuthorDate, CommitDate                                        time.Time
}

// Git is the last commit of each file of a folder.
type Git struct {
	Shallow   bool               // the clone has no full history: boundary commits are not trusted (rule M4)
	Files     map[string]*Commit // by slash path relative to the folder; absent: not known
	Head      string             // GitHead when it was read; "" when nothing is committed yet
	Elsewhere []string           // the other arguments of ReadGit
}

// GitHead names the last commit of the work tree that a folder is in, and the boundary of the clone; "" when
// there is none. ReadGit gives the same again until it changes.
func GitHead(ctx context.Context, dir string) string {
	if within, err := inWorkTree(dir); !within || err != nil {
		return ""
	}
	head, err := gitHead(ctx, dir)
	if err != nil {
		return ""
	}
	return head
}

// gitHead names the last commit and the boundary of the clone.
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

// ReadGit asks git once for the last commit of every file below dir; nil without an error when dir
// is in no work tree. Merges do not count as changes, as in Hugo. In a shallow clone a boundary
// commit seems to bring every file of the tree; what only it would date is not known (rule M4). elsewhere are files
// and folders of the same work tree outside of dir, as slash paths relative to it: "../README.md". Others do not count.
func ReadGit(ctx context.Context, dir string, elsewhere ...string) (*Git, error) {
	if within, err := inWorkTree(dir); !within || err != nil {
		return nil, err
	}
	g := &Git{Files: map[string]*Commit{}, Elsewhere: elsewhere}
	shallow, err := git(ctx, dir, "rev-parse", "--path-format=absolute", "--git-path", "shallow")
	if err != nil {
		return nil, err
	}
	boundary, err := os.ReadFile(strings.TrimSuffix(string(shallow), "\n"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read the boundary of the shallow clone: %w", err)
	}
	g.Shallow = len(boundary) > 0
	if _, err := git(ctx, dir, "rev-parse", "--quiet", "--verify", "HEAD^{commit}"); err != nil {
		return g, ctx.Err() // nothing is committed yet
	}
	if g.Head, err = gitHead(ctx, dir); err != nil {
		return nil, err
	}
	return g, g.read(ctx, dir, boundary)
}

// inWorkTree reports whether dir or a folder above it holds the entry .git. Folders above it that may not be looked into
// do not count: git could not look there either.
func inWorkTree(dir string) (bool, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return false, err
	}
	for at := dir; ; {
		_, err := os.Lstat(filepath.Join(at, ".git"))
		if err == nil {
			return true, nil
		}
		if !filestat.Absent(err) && (at == dir || !errors.Is(err, os.ErrPermission)) {
			return false, fmt.Errorf("look for the git repository: %w", err)
		}
		parent := filepath.Dir(at)
		if parent == at {
			return false, nil
		}
		at = parent
	}
}

// git runs git in dir and returns what it prints.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	out, err := gitCommand(ctx, dir, args...).Output()
	return out, gitError(args, err)
}

// gitCommand returns a call of git in dir. It fetches nothing: how to fetch what a partial clone lacks is said by the
// configuration of the repository, which may name any program.
func gitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1")
	return cmd
}

// errPartial is the error of a clone that has not even the lists of changed files.
var errPartial = errors.New("the partial clone lacks folders of old commits, and builds fetch nothing: run git fetch --refetch --filter=blob:none")

// gitError adds to err what git was to do and what it said.
func gitError(args []string, err error) error {
	if err == nil {
		return nil
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return fmt.Errorf("git %s: %s", args[0], bytes.TrimSpace(exit.Stderr))
	}
	return fmt.Errorf("git %s: %w", args[0], err)
}

// The log is a sequence of texts that end with a NUL, which neither a message nor a path can hold.
// A commit begins with commitMark and its hash; seven further fields and the paths follow.
const (
	commitMark   = "\x01commit "
	commitFormat = "--format=" + "%x01commit %H%x00%h%x00%aI%x00%cI%x00%aN%x00%aE%x00%s%x00%b%x00"
	commitFields = 7
)

// read fills g from one git log, newest commit first. boundary holds the hashes of boundary commits.
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
		if msg := bytes.TrimSpace(stderr.Bytes()); bytes.Contains(msg, []byte("promisor")) || bytes.Contains(msg, []byte("lazy fetching disabled")) {
			err = errPartial
		} else if len(msg) > 0 {
			err = errors.New(string(msg))
		}
		return fmt.Errorf("git log: %w", err)
	}
	return readErr
}

// outside returns those of g.Elsewhere that are in the work tree, and where in it dir is: "site/". It asks git only if
// there is something to find.
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

// scan reads the log. name returns the path of a file as Files has it.
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
	c := &Commit{Hash: hash, AbbreviatedHash: f[0], AuthorName: f[3], AuthorEmail: f[4], Subject: f[5], Body: strings.TrimSpace(f[6])}
	for _, d := range []struct {
		text string
		into *time.Time
	}{{f[1], &c.AuthorDate}, {f[2], &c.CommitDate}} {
		t, ok := parseTime(d.text, time.UTC)
		if !ok {
			return nil, fmt.Errorf("git log: commit %s has the date %q", hash, d.text)
		}
		*d.into = t
	}
	return c, nil
}
