package resource

import (
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/assets/sass"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// AddFunctions adds the functions that find and make resources: https://gohugo.io/functions/resources/
func AddFunctions(t *tmpl.Functions) {
	for namespace, members := range map[string]map[string]any{
		"resources": {
			"Get":               getAsset,
			"GetMatch":          getMatchingAsset,
			"GetStatic":         GetStatic,
			"Match":             matchAssets,
			"ByType":            assetsByType,
			"Copy":              copyResource,
			"FromString":        resourceFromString,
			"Concat":            concatResources,
			"ExecuteAsTemplate": executeResource,
			"Minify":            minifyResource,
			"Fingerprint":       fingerprintResource,
			"Publish":           publishResource,
			"PostProcess":       func(r *Resource) *Resource { return r },
			"GetRemote":         getRemote,
			"ToCSS":             compileSass,
			"PostCSS":           postCSS,
			"Babel":             babel,
		},
		"css": {
			"ChromaStyles": chromaStyles,
			"Sass":         compileSass,
			"Quoted":       func(v any) sass.Quoted { return sass.Quoted(tmpl.Text(v)) },
			"Unquoted":     func(v any) sass.Unquoted { return sass.Unquoted(tmpl.Text(v)) },
			"PostCSS":      postCSS,
			"TailwindCSS":  tailwindCSS,
			"Build":        buildStyle,
		},
		"js": {
			"Build": buildScript,
			"Batch": newBatch,
			"Babel": babel,
		},
		"openapi3": {"Unmarshal": unmarshalOpenAPI},
		"images":   imageFunctions(),
	} {
		for name, fn := range members {
			t.Add(namespace, name, fn)
		}
	}
	maps.Copy(t.Aliases, map[string]string{
		"fingerprint": "resources.Fingerprint", "minify": "resources.Minify",
		"toCSS": "css.Sass", "postCSS": "css.PostCSS", "babel": "js.Babel",
	})
}

// publishResource implements resources.Publish.
func publishResource(c Scope, r *Resource) (*Resource, error) {
	if r == nil {
		return nil, errors.New("resources.Publish requires a resource, not nil")
	}
	_, err := r.Publish(c)
	return r, err
}

// getAsset implements resources.Get: a file of assets/; nil if there is none.
func getAsset(c Scope, name any) (*Resource, error) {
	s, err := funcs.Text("resources.Get", name)
	if err != nil || s == "" {
		return nil, err
	}
	return c.Resources().Asset(c, s), nil
}

// matchAssets implements resources.Match.
func matchAssets(c Scope, pattern any) (Resources, error) {
	s, err := funcs.Text("resources.Match", pattern)
	if err != nil {
		return nil, err
	}
	return c.Resources().assetsMatching(c, s)
}

// getMatchingAsset implements resources.GetMatch.
func getMatchingAsset(c Scope, pattern any) (any, error) {
	s, err := funcs.Text("resources.GetMatch", pattern)
	if err != nil {
		return nil, err
	}
	rs, err := c.Resources().assetsMatching(c, s)
	if err != nil || len(rs) == 0 {
		return nil, err
	}
	return rs[0], nil
}

// assetsByType implements resources.ByType; a type that is not a text matches nothing.
func assetsByType(c Scope, name any) Resources {
	kind, err := funcs.Text("resources.ByType", name)
	if err != nil {
		return nil
	}
	return c.Resources().assetsLike(c, typeQuestion+kind, func(f *Resource) bool { return f.ResourceType() == kind })
}

// resourceBytes is the memory that a resource takes in addition to its content.
const resourceBytes = 600

// made counts a resource made by a function, with its content unless another resource shares it.
func made(c Scope, bytes int) error {
	if err := c.Running().Step(40 + bytes/1024); err != nil {
		return err
	}
	return c.Running().AddBytes(resourceBytes + bytes)
}

// newResource makes a resource from content, to be published at target.
func (f *Files) newResource(target string, data []byte, mediaType string) *Resource {
	a := f.assets()
	target = strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(target)), "/")
	if mediaType == "" {
		mediaType = KnownType(a.types.Of(target), target)
	}
	name := "/" + target
	return &Resource{
		files: f, name: name, original: target, title: name, mediaType: mediaType, target: target,
		url: a.base.At(name), source: source{made: data, shown: target}, read: new(atomic.Pointer[fileBytes]), shared: true,
	}
}

// derived returns a resource with the same facts as r but other content and another path.
func (r *Resource) derived(to rename, data []byte) *Resource {
	d := r.files.newResource(to(r.target), data, r.mediaType)
	d.renames = append(slices.Clip(r.renames), to)
	d.name, d.title, d.params, d.original = r.name, r.title, r.params, r.original
	d.pixels, d.integrity, d.attached, d.data = r.pixels, r.integrity, r.attached, r.data
	return d
}

// marked is derived with a mark in the file name, in the same folder.
func (r *Resource) marked(mark string, data []byte) *Resource {
	d := r.derived(func(target string) string { return withMark(target, mark) }, data)
	if base := r.url.Base(); !r.shared && base != nil {
		d.shared, d.url = false, base.At(path.Join(path.Dir(r.url.Path()), path.Base(d.target)))
	}
	return d
}

// targetPath returns the path at which a function should publish.
func targetPath(fn string, v any) (string, error) {
	to, err := funcs.Text(fn, v)
	if err != nil || v == nil {
		return "", fmt.Errorf("%s requires a path to publish at, not %T", fn, v)
	}
	return to, nil
}

// noResource returns the error for a value that is not a resource, usually a nil result of resources.Get.
func noResource(fn string, v any) error {
	if r, ok := v.(*Resource); v == nil || ok && r == nil {
		return fmt.Errorf("%s: no resource", fn)
	}
	return fmt.Errorf("%s requires a resource, not %T", fn, v)
}

// copyResource implements resources.Copy: the same content at another path. The given path is changed as
// transformations changed that of the original: for a minified style sheet, "x.css" becomes "x.min.css".
func copyResource(c Scope, target any, r *Resource) (*Resource, error) {
	if r == nil {
		return nil, errors.New("resources.Copy: no resource")
	}
	to, err := targetPath("resources.Copy", target)
	if err != nil {
		return nil, err
	}
	return r.memo(c, "copy "+to, func(int) int { return 0 }, func(data []byte) (*Resource, error) {
		at := to
		for _, rename := range r.renames {
			at = rename(at)
		}
		d := r.derived(always(at), data)
		d.renames = r.renames
		if len(data) > keepFile && r.path != "" && !media.IsText(r.mediaType) { // the file is the content
			d.source, d.read = r.source, r.read
		}
		return d, nil
	})
}

// resourceFromString implements resources.FromString.
func resourceFromString(c Scope, target, content any) (*Resource, error) {
	to, err := targetPath("resources.FromString", target)
	if err != nil {
		return nil, err
	}
	text := tmpl.Text(content)
	if err := made(c, len(text)); err != nil {
		return nil, err
	}
	return c.Resources().newResource(to, []byte(text), ""), nil
}

// concatResources implements resources.Concat: the contents of several resources of one type, joined.
func concatResources(c Scope, target, list any) (*Resource, error) {
	to, err := targetPath("resources.Concat", target)
	if err != nil {
		return nil, err
	}
	rv := reflect.ValueOf(list)
	if rv.Kind() != reflect.Slice {
		return nil, fmt.Errorf("resources.Concat requires a list of resources, not %T", list)
	}
	parts, size, kept := make([][]byte, rv.Len()), 0, true
	op := append([]byte("concat "+to), 0)
	mediaType := ""
	for i := range parts {
		r, ok := rv.Index(i).Interface().(*Resource)
		if !ok || r == nil {
			return nil, fmt.Errorf("resources.Concat requires resources, not %T", rv.Index(i).Interface())
		}
		if parts[i], err = r.bytes(c); err != nil {
			return nil, err
		}
		if mediaType == "" {
			mediaType = r.mediaType
		} else if mediaType != r.mediaType {
			return nil, fmt.Errorf("resources.Concat requires resources of one media type, not %s and %s", mediaType,
				r.mediaType)
		}
		if err := made(c, len(parts[i])); err != nil {
			return nil, err
		}
		size += len(parts[i]) + len(afterScript)
		kept = kept && r.kept
		op = binary.LittleEndian.AppendUint64(op, trace.Hash(parts[i]))
	}
	join := func() *Resource {
		data := make([]byte, 0, size)
		for _, b := range parts {
			if len(data) > 0 && isScript(mediaType) {
				data = append(data, afterScript...)
			}
			data = append(data, b...)
		}
		return c.Resources().newResource(to, data, mediaType)
	}
	if !kept || len(parts) == 0 {
		return join(), nil
	}
	return rv.Index(0).Interface().(*Resource).derivedOnce(string(op), func() (*Resource, error) {
		d := join()
		d.kept = true
		return d, nil
	})
}

// afterScript separates two scripts, since one may end without a semicolon.
const afterScript = "\n;\n"

func isScript(mediaType string) bool {
	return mediaType == "text/javascript" || mediaType == "application/javascript"
}

// executeResource implements resources.ExecuteAsTemplate: the content executed as a template with a context.
func executeResource(c Scope, target, context any, r *Resource) (*Resource, error) {
	if r == nil {
		return nil, errors.New("resources.ExecuteAsTemplate: no resource")
	}
	to, err := targetPath("resources.ExecuteAsTemplate", target)
	if err != nil {
		return nil, err
	}
	src, err := r.bytes(c)
	if err != nil {
		return nil, err
	}
	out, ofSite, err := c.Execute(r.shown, string(src), context)
	if err == nil {
		err = made(c, len(out))
	}
	if err != nil {
		return nil, err
	}
	if !ofSite || !r.kept {
		return r.derived(always(to), []byte(out)), nil
	}
	return r.derivedOnce(fmt.Sprintf("execute %s %x", to, trace.HashString(out)), func() (*Resource, error) {
		d := r.derived(always(to), []byte(out))
		d.kept = true
		return d, nil
	})
}

// minifyResource implements resources.Minify. Content of unknown types is unchanged.
func minifyResource(c Scope, r *Resource) (*Resource, error) {
	if r == nil {
		return nil, errors.New("minify: no resource")
	}
	return r.memo(c, "minify", func(bytes int) int { return bytes / 8 }, func(data []byte) (*Resource, error) {
		small, err := c.Resources().Minify(r.mediaType, data)
		if err == nil && !r.kept {
			err = c.Running().AddBytes(len(small))
		}
		if err != nil {
			return nil, fmt.Errorf("minify %s: %w", r.name, err)
		}
		return r.marked("min", small), nil
	})
}

// memo makes a resource from the content of r. Results for files are kept, since themes fingerprint the same style
// sheet on every page.
//
// steps is the cost. Each page pays at its first use, even if the process makes the result only once.
func (r *Resource) memo(c Scope, op string, steps func(bytes int) int,
	make_ func(data []byte) (*Resource, error),
) (*Resource, error) {
	data, err := r.bytes(c)
	if err == nil && (!r.kept || c.Running().First(derivedKey{r, op})) {
		err = c.Running().Step(steps(len(data)))
	}
	if err != nil {
		return nil, err
	}
	if !r.kept {
		if err := made(c, 0); err != nil {
			return nil, err
		}
		return make_(data)
	}
	d, err := r.derivedOnce(op, func() (*Resource, error) {
		d, err := make_(data)
		if err == nil {
			d.kept = true
		}
		return d, err
	})
	if err != nil {
		return nil, err
	}
	return d, made(c, 2*len(d.target))
}

// derivedOnce returns the resource made from r under that name, or makes it.
func (r *Resource) derivedOnce(op string, build func() (*Resource, error)) (*Resource, error) {
	key := derivedKey{r, op}
	if d, ok := r.files.made.Load(key); ok {
		return d.(*Resource), nil
	}
	d, err := build()
	if err != nil {
		return nil, err
	}
	return par.OnceFor(&r.files.made, key, func() *Resource { return d }), nil
}

// derivedKey identifies a resource made from another.
type derivedKey struct {
	of *Resource
	op string
}

// fingerprintResource implements resources.Fingerprint: the content under a name with its hash. The arguments are the
// algorithm, sha256 by default, and the resource.
func fingerprintResource(c Scope, args ...any) (*Resource, error) {
	algorithm := "sha256"
	if len(args) == 2 {
		if a := tmpl.Text(args[0]); a != "" {
			algorithm = a
		}
		args = args[1:]
	}
	if len(args) != 1 {
		return nil, errors.New("fingerprint requires an algorithm, if any, and a resource")
	}
	r, ok := args[0].(*Resource)
	if !ok || r == nil {
		return nil, noResource("fingerprint", args[0])
	}
	hash := hashOf(algorithm)
	if hash == nil {
		return nil, fmt.Errorf("fingerprint: %q is not a known algorithm: use md5, sha256, sha384, or sha512", algorithm)
	}
	return r.memo(c, "fingerprint "+algorithm, func(bytes int) int { return 40 + bytes/128 },
		func(data []byte) (*Resource, error) {
			sum := hash(data)
			d := r.marked(hex.EncodeToString(sum), data)
			d.integrity = algorithm + "-" + base64.StdEncoding.EncodeToString(sum)
			return d, nil
		})
}

func hashOf(algorithm string) func([]byte) []byte {
	switch algorithm {
	case "md5":
		return func(b []byte) []byte { s := md5.Sum(b); return s[:] }
	case "sha256":
		return func(b []byte) []byte { s := sha256.Sum256(b); return s[:] }
	case "sha384":
		return func(b []byte) []byte { s := sha512.Sum384(b); return s[:] }
	case "sha512":
		return func(b []byte) []byte { s := sha512.Sum512(b); return s[:] }
	}
	return nil
}

// rename is the change of a path by a transformation.
type rename func(target string) string

// always is the rename to a fixed path.
func always(to string) rename { return func(string) string { return to } }

// targetOf is the rename to the path in an option or, without one, to another extension.
func targetOf(option, extension string) rename {
	if option != "" {
		return always(strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(option)), "/"))
	}
	return func(target string) string { return strings.TrimSuffix(target, path.Ext(target)) + extension }
}

// withMark inserts a mark before the extension of a path: "css/main.min.css".
func withMark(target, mark string) string {
	ext := path.Ext(target)
	return strings.TrimSuffix(target, ext) + "." + mark + ext
}
