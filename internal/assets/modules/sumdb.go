package modules

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb"
	"golang.org/x/mod/sumdb/note"

	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// publicDatabase is the checksum database that Go uses by default, with its key
// (https://go.dev/ref/mod#checksum-database).
const publicDatabase, publicKey = "sum.golang.org",
	"sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"

// verify checks the hash of a version that is not in go.sum against the checksum database. GOSUMDB=off turns this off,
// GONOSUMDB and GOPRIVATE do for the modules that match their patterns (https://go.dev/ref/mod#environment-variables).
func (r *resolver) verify(ctx context.Context, v module.Version, sum string) error {
	if r.setting("GOSUMDB") == "off" ||
		module.MatchPrefixPatterns(cmp.Or(r.setting("GONOSUMDB"), r.setting("GOPRIVATE")), v.Path) {
		return nil
	}
	db, err := r.database(ctx)
	if err != nil {
		return err
	}
	lines, err := sumdb.NewClient(db).Lookup(v.Path, v.Version)
	if db.alarm != "" {
		return fmt.Errorf("the checksum database %s cannot be trusted: %s", db.name, db.alarm)
	}
	if err != nil {
		return fmt.Errorf("the checksum database %s does not confirm it (GOSUMDB=off skips this check): %w", db.name, err)
	}
	own := v.Path + " " + v.Version + " h1:"
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, own) }); i >= 0 &&
		lines[i] != own+strings.TrimPrefix(sum, "h1:") {
		return fmt.Errorf("its checksum is %s, but the checksum database %s has %s: it was changed", sum, db.name,
			strings.TrimPrefix(lines[i], own[:len(own)-len("h1:")]))
	}
	return nil
}

// database is the client of a checksum database. It implements sumdb.ClientOps.
type database struct {
	ctx       context.Context
	r         *resolver
	key, name string
	base      func() (string, error) // URL, without a slash at the end
	dir       string                 // cache of database responses
	alarm     string                 // reason not to trust the database; "" for none
}

// database reads GOSUMDB: "name", "key", or one of these and a URL.
func (r *resolver) database(ctx context.Context) (*database, error) {
	given := cmp.Or(r.setting("GOSUMDB"), publicDatabase)
	if given == "sum.golang.google.cn" { // the mirror in China
		given = publicDatabase + " https://sum.golang.google.cn"
	}
	fields := strings.Fields(given)
	if len(fields) == 0 || len(fields) > 2 {
		return nil, fmt.Errorf("GOSUMDB %q is not valid: give a name or a key, and a URL after it", given)
	}
	d := &database{ctx: ctx, r: r, key: fields[0]}
	if d.key == publicDatabase {
		d.key = publicKey
	}
	verifier, err := note.NewVerifier(d.key)
	if err != nil {
		return nil, fmt.Errorf("GOSUMDB %q is not valid: %w", given, err)
	}
	d.name = verifier.Name()
	if u, err := url.Parse("https://" + d.name); err != nil || u.Host == "" || strings.HasSuffix(d.name, "/") ||
		u.String() != "https://"+d.name || u.RawQuery+u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("GOSUMDB %q is not valid: %q does not name a host", given, d.name)
	}
	own, err := r.ownCache()
	if err != nil {
		return nil, err
	}
	d.dir = filepath.Join(filepath.Dir(own), "sumdb")
	d.base = sync.OnceValues(d.find)
	if len(fields) == 2 {
		d.base = func() (string, error) { return strings.TrimSuffix(fields[1], "/"), nil }
	}
	return d, nil
}

// find looks for a proxy that serves the database, in order, and falls back to the database itself
// (https://go.dev/design/25530-sumdb#proxying-a-checksum-database).
func (d *database) find() (string, error) {
	base := ""
	err := d.r.proxies(func(proxy string) error {
		at := proxy + "/sumdb/" + d.name
		_, err := read(d.ctx, at+"/supported")
		if err == nil {
			base = at
		}
		return err
	})
	if base == "" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoProxy) || errors.Is(err, errOff)) {
		return "https://" + d.name, nil
	}
	return base, err
}

// ReadRemote requests a path from the database.
func (d *database) ReadRemote(path string) ([]byte, error) {
	base, err := d.base()
	if err != nil {
		return nil, err
	}
	return read(d.ctx, base+path)
}

// ReadConfig returns the key, or the newest state of the database seen so far.
func (d *database) ReadConfig(file string) ([]byte, error) {
	if file == "key" {
		return []byte(d.key), nil
	}
	data, err := os.ReadFile(d.file("state", file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// WriteConfig keeps the newest state of the database.
func (d *database) WriteConfig(file string, before, after []byte) error {
	is, err := d.ReadConfig(file)
	if err != nil {
		return err
	}
	if len(is) > 0 && !bytes.Equal(is, before) {
		return sumdb.ErrWriteConflict
	}
	return d.keep(d.file("state", file), after)
}

// ReadCache returns an earlier response of the database. The client checks it.
func (d *database) ReadCache(file string) ([]byte, error) { return os.ReadFile(d.file("cache", file)) }

// WriteCache keeps a response of the database. If that fails, the next check asks again.
func (d *database) WriteCache(file string, data []byte) { _ = d.keep(d.file("cache", file), data) }

// Log ignores notes of the client about its work.
func (d *database) Log(string) {}

// SecurityError records why the database cannot be trusted.
func (d *database) SecurityError(msg string) { d.alarm = strings.TrimSpace(msg) }

func (d *database) file(kind, name string) string {
	return filepath.Join(d.dir, kind, filepath.FromSlash(name))
}

func (d *database) keep(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(file, data)
}
