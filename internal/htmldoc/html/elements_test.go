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
	e.Add([]byte("a <3 b < c <pre class=code\n id='a>b'><i class=no>x</i></ pre></PRE >\n<textarea/><b class=yes>&lt;</b><style>p{}</style><td class=cell><script class='late"))
	if got, want := fmt.Sprint(e.Tags, e.Classes, e.IDs), "map[b:true body:true html:true img:true p:true pre:true script:true style:true td:true textarea:true] map[a:true b:true b&c:true cell:true code:true five:true four:true one:true six:true three:true two:true yes:true] map[a>b:true x:true]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
