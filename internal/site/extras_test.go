package site

import (
	"fmt"
	"os"
	"reflect"
	"testing"
)

// TestMain checks that what pages without lists or extras share is empty after all that was assembled.
func TestMain(m *testing.M) {
	code := m.Run()
	if !reflect.DeepEqual(*noLists, Lists{}) || !reflect.DeepEqual(*noExtras, Extras{}) {
		fmt.Printf("FAIL: pages share %+v and %+v\n", *noLists, *noExtras)
		code = 1
	}
	os.Exit(code)
}
