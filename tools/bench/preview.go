//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// previews measures, for each program, the time from the write of a file to a GET that returns what was
// written, over so many edits of each kind. args are the program and what it needs to serve; posts is how
// large the site is, for how long to wait.
func previews(name string, args []string, site, content, work string, edits, posts int) error {
	project := filepath.Join(work, "preview-"+name)
	if err := os.CopyFS(project, os.DirFS(site)); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(project, "content"), os.DirFS(content)); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	cmd := exec.Command(args[0], append(args[1:len(args):len(args)], "-s", project, "--bind", "127.0.0.1", "--port", fmt.Sprint(port))...)
	cmd.Stderr = os.Stderr
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		cmd.Process.Signal(syscall.SIGINT)
		cmd.Wait()
	}()
	p := &previewed{base: fmt.Sprintf("http://127.0.0.1:%d", port), project: project, patience: time.Minute + time.Duration(posts)*5*time.Millisecond}
	if err := p.until("/", "</html>", 10*time.Millisecond); err != nil {
		return fmt.Errorf("%s does not serve: %w", name, err)
	}
	fmt.Printf("%-22s first page after %.2f s\n", name, time.Since(began).Seconds())
	for _, e := range []struct {
		name string
		edit func(mark string) (wait func() error, err error)
	}{
		{"body of a post", p.body}, {"title, in its list", p.title}, {"base template", p.template},
	} {
		var took []time.Duration
		for i := range edits {
			wait, err := e.edit(fmt.Sprintf("mark%sn%d", strings.ReplaceAll(e.name[:4], " ", ""), i))
			if err != nil {
				return err
			}
			start := time.Now()
			if err := wait(); err != nil {
				return fmt.Errorf("%s, %s: %w", name, e.name, err)
			}
			took = append(took, time.Since(start))
			time.Sleep(pause(posts))
		}
		slices.Sort(took)
		fmt.Printf("%-22s %-20s median %7.1f ms, 95th percentile %7.1f ms, longest %7.1f ms\n", name, e.name,
			ms(took[len(took)/2]), ms(took[min(len(took)-1, len(took)*95/100)]), ms(took[len(took)-1]))
	}
	if runtime.GOOS == "linux" {
		fmt.Printf("%-22s peak of memory %s\n", name, peakOf(cmd.Process.Pid))
	}
	return nil
}

// pause is the time between two edits: a person is slower, but the build after one must be over, also
// that of pages which nobody asked for.
func pause(posts int) time.Duration {
	return max(time.Second, time.Duration(posts)*100*time.Microsecond)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// previewed is a site that is served from a folder.
type previewed struct {
	base, project string
	patience      time.Duration // how long a page may take
}

// get returns a page, "" while there is none.
func (p *previewed) get(path string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), p.patience)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, "GET", p.base+path, nil)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(r)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return string(text), err
}

// until asks for a page until it holds a text.
func (p *previewed) until(path, text string, every time.Duration) error {
	for start := time.Now(); time.Since(start) < p.patience; time.Sleep(every) {
		got, err := p.get(path)
		if err != nil {
			return err
		}
		if strings.Contains(got, text) {
			return nil
		}
	}
	return fmt.Errorf("%s does not show %q after %v", path, text, p.patience)
}

// post is the newest post of the section notes.
func (p *previewed) post() (path, file string, err error) {
	list, err := p.get("/notes/")
	if err != nil {
		return "", "", err
	}
	name := regexp.MustCompile(`post-\d{6}`).FindString(list)
	if name == "" {
		return "", "", errors.New("the list /notes/ names no post")
	}
	return "/notes/" + name + "/", filepath.Join(p.project, "content", "notes", name+".md"), nil
}

func (p *previewed) shows(path, text string) func() error {
	return func() error { return p.until(path, text, 200*time.Microsecond) }
}

// change writes a file anew as editors without safe writes do.
func change(file string, edit func(string) string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(edit(string(text))), 0o666)
}

func (p *previewed) body(mark string) (func() error, error) {
	path, file, err := p.post()
	if err != nil {
		return nil, err
	}
	return p.shows(path, mark), change(file, func(s string) string { return s + "\n" + mark + "\n" })
}

func (p *previewed) title(mark string) (func() error, error) {
	_, file, err := p.post()
	if err != nil {
		return nil, err
	}
	title := regexp.MustCompile(`(?m)^title: .*$`)
	return p.shows("/notes/", mark), change(file, func(s string) string { return title.ReplaceAllString(s, "title: "+mark) })
}

func (p *previewed) template(mark string) (func() error, error) {
	path, _, err := p.post()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(p.project, "layouts", "_default", "baseof.html")
	return p.shows(path, mark), change(file, func(s string) string { return strings.Replace(s, "</body>", "<i>"+mark+"</i></body>", 1) })
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// peakOf reads the most memory that a process had, as Linux tells it.
func peakOf(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return "not known"
	}
	m := regexp.MustCompile(`VmHWM:\s*(\d+ kB)`).FindStringSubmatch(string(text))
	if m == nil {
		return "not known"
	}
	return m[1]
}
