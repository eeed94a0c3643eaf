package modules

import (
	"cmp"
	"context"
	"encoding/json"
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
	"golang.org/x/mod/semver"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"

	"github.com/sitegen/sitegen/internal/disk/atomicfile"
)

// fetch returns the folder of a version of a module, downloading it when it is in no cache.
func (r *resolver) fetch(ctx context.Context, v module.Version) (string, error) {
	name, err := cached(v)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(r.goCache(), name)
	if found, err := isFolder(dir); found || err != nil {
		return dir, err
	}
	own, err := r.ownCache()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(own, name)
	if found, err := isFolder(dir); found || err != nil {
		return dir, err
	}
	return dir, r.download(ctx, v, dir)
}

// cached is the folder of a version below a module cache (https://go.dev/ref/mod#module-cache).
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

// goCache is the module cache of Go, which is read and never written.
func (r *resolver) goCache() string {
	if dir := r.env["GOMODCACHE"]; dir != "" {
		return dir
	}
	first, _, _ := strings.Cut(cmp.Or(r.env["GOPATH"], filepath.Join(r.env["HOME"], "go")), string(filepath.ListSeparator))
	return filepath.Join(first, "pkg", "mod")
}

// ownCache is the folder of what this program downloaded.
func (r *resolver) ownCache() (string, error) {
	dir := r.env["XDG_CACHE_HOME"]
	for _, k := range []string{"LocalAppData", "HOME"} {
		if dir == "" && r.env[k] != "" {
			if dir = r.env[k]; k == "HOME" {
				dir = filepath.Join(dir, ".cache")
			}
		}
	}
	if !filepath.IsAbs(dir) {
		return "", errors.New("no folder for the cache: set HOME or XDG_CACHE_HOME")
	}
	return filepath.Join(dir, "sitegen", "modules"), nil
}

// download gets a version from the proxies and unpacks it, checked, into a folder.
func (r *resolver) download(ctx context.Context, v module.Version, dir string) error {
	p, _ := module.EscapePath(v.Path)
	version, _ := module.EscapeVersion(v.Version)
	data, err := r.get(ctx, p+"/@v/"+version+".zip")
	if err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o777); err != nil {
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
	sum, err := dirhash.HashZip(file, dirhash.Hash1)
	if err != nil {
		return err
	}
	if want := r.sums[v.Path+" "+v.Version]; want != "" && want != sum {
		return fmt.Errorf("its checksum is %s, but go.sum has %s: it was changed", sum, want)
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

// mostBytes is how large a module may be, as Go has it (https://go.dev/ref/mod#zip-path-size-constraints).
const mostBytes = 500 << 20

// get reads a file of the first proxy that has it (https://go.dev/ref/mod#goproxy-protocol).
func (r *resolver) get(ctx context.Context, name string) ([]byte, error) {
	proxies := cmp.Or(r.env["GOPROXY"], "https://proxy.golang.org,direct")
	var last error
	for proxies != "" {
		i := strings.IndexAny(proxies+",", ",|")
		proxy, sep := proxies[:i], ","
		if i < len(proxies) {
			sep = proxies[i : i+1]
		}
		proxies = proxies[min(len(proxies), i+1):]
		switch proxy = strings.TrimSpace(proxy); proxy {
		case "", "direct":
			continue
		case "off":
			return nil, cmp.Or(last, errors.New("GOPROXY=off forbids to download it"))
		}
		data, err := read(ctx, strings.TrimSuffix(proxy, "/")+"/"+name)
		if err == nil {
			return data, nil
		}
		if last = err; sep == "," && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return nil, cmp.Or(last, errors.New("GOPROXY names no proxy, and sitegen does not fetch from repositories itself"))
}

// read reads an address of a proxy: http, https or file.
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

// newest returns the highest released version of a list, else the highest of all; "" for an empty list.
func newest(list []string) string {
	best := ""
	for _, v := range list {
		released, was := semver.Prerelease(v) == "", best != "" && semver.Prerelease(best) == ""
		if semver.IsValid(v) && (best == "" || released && !was || released == was && semver.Compare(v, best) > 0) {
			best = v
		}
	}
	return best
}

// Latest returns the version of a module that a proxy names for a query: "latest", a branch or a prefix of a version.
func Latest(ctx context.Context, environ []string, modulePath, query string) (string, error) {
	r, err := newResolver(Options{Environ: environ})
	if err != nil {
		return "", err
	}
	p, err := module.EscapePath(modulePath)
	if err != nil {
		return "", err
	}
	at := p + "/@latest"
	if query != "" && query != "latest" {
		q, err := module.EscapeVersion(query)
		if err != nil {
			return "", err
		}
		at = p + "/@v/" + q + ".info"
	}
	data, err := r.get(ctx, at)
	if errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(at, "/@latest") {
		if list, listed := r.get(ctx, p+"/@v/list"); listed == nil {
			if v := newest(strings.Fields(string(list))); v != "" {
				return v, nil
			}
		}
	}
	if err != nil {
		return "", err
	}
	var info struct{ Version string }
	if err := json.Unmarshal(data, &info); err != nil {
		return "", fmt.Errorf("the proxy's answer for %s is not understood: %w", at, err)
	}
	if info.Version == "" {
		return "", fmt.Errorf("the proxy's answer for %s names no version", at)
	}
	return info.Version, nil
}
