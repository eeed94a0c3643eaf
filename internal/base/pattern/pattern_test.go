package pattern_test

import (
	"fmt"
	"testing"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

var number = pattern.New(`\d+`)

func Example() {
	fmt.Println(number.FindString("chapter 12"), number.MatchString("preface"))
	// Output: 12 false
}

func TestInvalid(t *testing.T) {
	broken := pattern.New(`(`)
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression was used without a panic")
		}
	}()
	broken.MatchString("")
}
