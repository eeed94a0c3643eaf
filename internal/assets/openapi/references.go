package openapi

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
)

// maxExpanded limits the values behind references that the library reads again each time: references to parts of other
// files, and to locations that OpenAPI does not define. In 24 files with two references each to the next one, these are
// 16 million.
const maxExpanded = 200_000

// references counts the values behind the references of a document, following them as the library does.
type references struct {
	asset func(name string) (content []byte, shown string, ok bool)
	files map[string]any  // decoded
	known map[string]bool // definitions that are read only once
	path  map[string]bool // references being followed, to stop at a cycle
	count int
}

// check returns an error if the references of a document expand to too many values.
func (r *references) check(name string, data []byte) error {
	v, err := decode("assets/"+name, data)
	if err != nil {
		return err
	}
	r.files, r.known, r.path = map[string]any{name: v}, map[string]bool{}, map[string]bool{}
	return r.walk(name, v, false)
}

func decode(name string, data []byte) (any, error) {
	format := frontmatter.YAML
	if strings.HasPrefix(strings.TrimSpace(string(data[:min(len(data), 100)])), "{") {
		format = frontmatter.JSON
	}
	v, _, err := frontmatter.Decode(format, name, data)
	return v, err
}

// walk follows all references in a value of a file. again says that the value is read each time it is referred to.
func (r *references) walk(file string, v any, again bool) error {
	if again {
		r.count++
	}
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			return r.follow(file, ref, again)
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if err := r.walk(file, v[k], again); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range v {
			if err := r.walk(file, e, again); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *references) follow(file, ref string, again bool) error {
	name, place, _ := strings.Cut(ref, "#")
	if strings.Contains(name, "://") {
		return nil
	}
	if name == "" {
		name = file
	} else {
		name = strings.TrimPrefix(path.Join("/", path.Dir(file), name), "/")
	}
	key := name + "#" + place
	if r.path[key] || r.known[key] {
		return nil
	}
	if strings.HasPrefix(place, "/components/") {
		r.known[key] = true
	} else {
		again = true
	}
	v, err := r.find(name, place)
	if err != nil {
		return err
	}
	r.path[key] = true
	defer delete(r.path, key)
	if err := r.walk(name, v, again); err != nil {
		return err
	}
	if r.count > maxExpanded {
		return fmt.Errorf("assets/%s: its references expand to more than %d values, the last %s", file, maxExpanded, ref)
	}
	return nil
}

// find returns the value at a location in a file; nil if there is none.
func (r *references) find(name, place string) (any, error) {
	v, ok := r.files[name]
	if !ok {
		data, _, there := r.asset(name)
		if !there {
			return nil, nil
		}
		var err error
		if v, err = decode("assets/"+name, data); err != nil {
			return nil, err
		}
		r.files[name] = v
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(place, "/"), "/") {
		if part == "" {
			continue
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, nil
		}
		v = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)]
	}
	return v, nil
}
