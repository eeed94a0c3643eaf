package plainfile

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// A disk that is full is an error of the write.
func TestFull(t *testing.T) {
	f, err := openAs("/dev/full", os.O_WRONLY)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	var at *fs.PathError
	if _, err := f.Write([]byte("x")); !errors.As(err, &at) || at.Op != "write" || at.Path != "/dev/full" {
		t.Errorf("it is %v", err)
	}
}
