package shard

import (
	"errors"
	"fmt"
	"os"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// indexFormat is the first line of an index.
const indexFormat = "sitegen index 1\n"

// WriteIndex writes what the files of a content tree say, without their texts, into a file. The file has about 300
// bytes per page.
func WriteIndex(file, program string, t *content.Tree) error {
	tree, err := t.MarshalBinary()
	if err != nil {
		return err
	}
	var w codec.Writer
	w.RawText(indexFormat)
	w.Text(program)
	w.Text(string(tree))
	w.Seal()
	if err := atomicfile.Write(file, w.Bytes()); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

// ReadIndex reads a file that WriteIndex wrote, for use as Options.Previous of a load on another machine.
func ReadIndex(file, program string) (*content.Tree, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	body, err := codec.Unseal(indexFormat, data)
	r := codec.NewReader(body)
	by, tree := r.Text(), r.Text()
	t := new(content.Tree)
	if errors.Join(err, r.End()) != nil || by != program || t.UnmarshalBinary([]byte(tree)) != nil {
		return nil, complaint(file+" is not an index of this version of sitegen, or is damaged", "run sitegen index again")
	}
	return t, nil
}
