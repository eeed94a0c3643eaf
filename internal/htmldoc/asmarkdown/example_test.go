package asmarkdown_test

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/htmldoc/asmarkdown"
)

func ExampleConvert() {
	fmt.Println(asmarkdown.Convert(`<p>See <a href="/a/">the <em>first</em> page</a>.</p>`))
	// Output: See [the *first* page](/a/). <nil>
}
