package modules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"

	"github.com/sitegen/sitegen/internal/base/usercache"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// fetch returns the folder of a version of a module, and downloads it if it is not in a cache.
func (r *resolver) fetch(ctx context.Context, v module.Version) (string, error) {
	name, err := cached(v)
	if err != nil {
		return "", err
	}
	if cache := r.goCache(); cache != "" {
		dir := filepath.Join(cache, name)
		// A folder that belongs to another user counts as missing.
		if found, err := isFolder(dir); found || err != nil && !errors.Is(err, fs.ErrPermission) {
			return dir, err
		}
	}
	own, err := r.ownCache()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(own, name)
	if found, err := isFolder(dir); found || err != nil {
		return dir, err
	}
	return dir, r.download(ctx, v, dir)
}

// cached returns the folder of a version below a module cache (https://go.dev/ref/mod#module-cache).
func cached(v module.Version) (string, error) {
	p, err := module.EscapePath(v.Path)
	if err != nil {
		return "", err
	}
	version, err := module.EscapeVersion(v.Version)
	return filepath.FromSlash(p + "@" + version), err
}

func isFolder(dir string) (bool, error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	return err == nil && info.IsDir(), err
}

// goCache returns the module cache of Go, which is read and never written; "" if there is none. Like Go, it ignores
// relative paths (https://go.dev/ref/mod#environment-variables): they would lead into the project.
func (r *resolver) goCache() string {
	dir := r.setting("GOMODCACHE")
	if dir == "" {
		first, _, _ := strings.Cut(cmp.Or(r.setting("GOPATH"), filepath.Join(r.env["HOME"], "go")),
			string(filepath.ListSeparator))
		dir = filepath.Join(first, "pkg", "mod")
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return dir
}

// ownCache returns the folder of modules that this program downloaded.
func (r *resolver) ownCache() (string, error) {
	dir, err := usercache.Dir(r.o.Environ)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "modules"), nil
}

// download gets a version from the proxies, checks it, and unpacks it into a folder.
func (r *resolver) download(ctx context.Context, v module.Version, dir string) error {
	p, _ := module.EscapePath(v.Path)
	version, _ := module.EscapeVersion(v.Version)
	data, err := r.get(ctx, v, p+"/@v/"+version+".zip")
	if err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(parent, ".download-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	file := filepath.Join(tmp, "module.zip")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		return err
	}
	if checked, err := zip.CheckZip(v, file); err != nil { // before unpacking, since it may be a bomb
		return err
	} else if err := checked.Err(); err != nil {
		return err
	}
	sum, err := dirhash.HashZip(file, dirhash.Hash1)
	if err != nil {
		return err
	}
	if err := r.checked(ctx, v, sum); err != nil {
		return err
	}
	whole := filepath.Join(tmp, "module")
	if err := zip.Unzip(whole, v, file); err != nil {
		return err
	}
	err = atomicfile.Move(whole, dir)
	if err != nil {
		if found, _ := isFolder(dir); found {
			return nil // another process was faster
		}
	}
	return err
}

// checked compares the hash of a version with go.sum or, if it is not listed there, with the checksum database.
func (r *resolver) checked(ctx context.Context, v module.Version, sum string) error {
	want := r.sums[v.Path+" "+v.Version]
	if want == "" {
		return r.verify(ctx, v, sum)
	}
	if want != sum {
		return fmt.Errorf("its checksum is %s, but go.sum has %s: it was changed", sum, want)
	}
	return nil
}

// mostBytes is the maximum size of a module in Go (https://go.dev/ref/mod#zip-path-size-constraints).
const mostBytes = 500 << 20

// get reads a file of a module from the first proxy that has it (https://go.dev/ref/mod#goproxy-protocol). Modules that
// match GONOPROXY or GOPRIVATE are not requested, since their names may be secret.
func (r *resolver) get(ctx context.Context, v module.Version, name string) (data []byte, err error) {
	for _, k := range []string{"GONOPROXY", "GOPRIVATE"} {
		if patterns := r.setting(k); patterns != "" {
			if module.MatchPrefixPatterns(patterns, v.Path) {
				return nil, fmt.Errorf("%s allows no proxy for it, and sitegen does not fetch from repositories itself", k)
			}
			break // GONOPROXY takes precedence
		}
	}
	err = r.proxies(func(proxy string) error {
		data, err = read(ctx, proxy+"/"+name)
		return err
	})
	return data, err
}

// Errors for a list of proxies in which none may be asked.
var (
	errNoProxy = errors.New("GOPROXY names no proxy, and sitegen does not fetch from repositories itself")
	errOff     = errors.New("GOPROXY=off prevents the download")
)

// proxies calls try with the URL of one proxy after the other until one succeeds. As in GOPROXY, after a comma the next
// one is tried only if the module was not found; after a bar, after any error.
func (r *resolver) proxies(try func(proxy string) error) error {
	list := cmp.Or(r.setting("GOPROXY"), "https://proxy.golang.org,direct")
	var last error
	for list != "" {
		i := strings.IndexAny(list+",", ",|")
		proxy, sep := strings.TrimSpace(list[:i]), list[i:min(len(list), i+1)]
		list = list[min(len(list), i+1):]
		switch proxy {
		case "", "direct":
			continue
		case "off":
			return cmp.Or(last, errOff)
		}
		err := try(strings.TrimSuffix(proxy, "/"))
		if err == nil {
			return nil
		}
		if last = err; sep != "|" && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return cmp.Or(last, errNoProxy)
}

// read reads a URL of a proxy: http, https, or file.
func read(ctx context.Context, address string) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if u.Scheme == "file" {
		data, err := os.ReadFile(filepath.FromSlash(u.Path))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s has none: %w", strings.TrimSuffix(address, "/"+path.Base(address)), fs.ErrNotExist)
		}
		return data, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		return nil, fmt.Errorf("%s has none: %s: %w", u.Host, res.Status, fs.ErrNotExist)
	default:
		return nil, fmt.Errorf("%s answers %s", u.Host, res.Status)
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, mostBytes+1))
	if err == nil && len(data) > mostBytes {
		err = fmt.Errorf("it is larger than %d MB", mostBytes>>20)
	}
	return data, err
}
