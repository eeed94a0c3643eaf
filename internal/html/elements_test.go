package html

import (
	"fmt"
	"testing"
)

func TestElements(t *testing.T) {
	var e Elements
	e.Add([]byte("<!doctype html><html><body class=\"a  b\"><IMG id=x class='b&amp;c'><script>'<u class=no>'</script></body>"))
	e.Add([]byte(`<p id=" "><!-- <i class=no> --></p>`))
	e.Add([]byte(`<p :class="{one: y, 'two three': z}" x-bind:class="open ? 'four' : ''" x-transition:enter="five six">`))
	if got, want := fmt.Sprint(e.Tags, e.Classes, e.IDs), "map[body:true html:true img:true p:true script:true] map[a:true b:true b&c:true five:true four:true one:true six:true three:true two:true] map[x:true]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
