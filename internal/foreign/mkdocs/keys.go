package mkdocs

import (
	"fmt"
	"html"
	"maps"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// keyList contains the labels of keys and their names:
// https://facelessuser.github.io/pymdown-extensions/extensions/keys/#key-map-index
const keyList = `
!	exclam exclamation
"	dblquote double-quote
'	single-quote
+	plus
,	comma
-	hyphen minus
.	period
/	slash
0	0
1	1
2	2
3	3
4	4
5	5
6	6
7	7
8	8
9	9
:	colon
;	semicolon
<	less less-than lt
=	equal
>	greater greater-than gt
?	question question-mark
A	a
Alt	alt
AltGr	alt-graph altgr
B	b
Back Tab	backtab bktab
Backspace	back backspace bksp
Break	break cancel
Browser Back	browser-back
Browser Favorites	browser-favorites favorites
Browser Forward	browser-forward forward
Browser Home	browser-home
Browser Refresh	browser-refresh refresh
Browser Search	browser-search search
Browser Stop	browser-stop
C	c
Caps Lock	capital caps-lock cplk
Clear	clear clr
Cmd	cmd command
Copy	copy
Ctrl	control ctrl
D	d
Del	del delete
Down	arrow-down down
E	e
Eject	eject
End	end
Enter	enter return
Esc	esc escape
F	f
F1	f1
F10	f10
F11	f11
F12	f12
F13	f13
F14	f14
F15	f15
F16	f16
F17	f17
F18	f18
F19	f19
F2	f2
F20	f20
F21	f21
F22	f22
F23	f23
F24	f24
F3	f3
F4	f4
F5	f5
F6	f6
F7	f7
F8	f8
F9	f9
Fingerprint	fingerprint
Fn	fn function
G	g
H	h
Help	help
Home	home
I	i
Ins	ins insert
J	j
K	k
L	l
Left	arrow-left left
Left Alt	lalt left-alt
Left Button	lbutton left-button
Left Command	lcmd lcommand left-cmd left-command
Left Ctrl	lcontrol lctrl left-control left-ctrl
Left Meta	left-meta lmeta
Left Option	left-opt left-option lopt loption
Left Shift	left-shift lshift
Left Super	left-super lsuper
Left Win	left-win left-windows lwin lwindows
M	m
Mail	launch-mail mail
Media	launch-media media
Menu	apps context-menu menu
Meta	meta
Middle Button	mbutton middle-button
Mute	mute vol-mute volume-mute
N	n
Next Track	media-next-track next-track
Num *	multiply num-asterisk
Num +	add num-plus
Num -	num-minus subtract
Num .	decimal num-separator separator
Num /	divide num-slash
Num 0	num0
Num 1	num1
Num 2	num2
Num 3	num3
Num 4	num4
Num 5	num5
Num 6	num6
Num 7	num7
Num 8	num8
Num 9	num9
Num =	num-equal
Num Clear	num-clear
Num Del	num-del num-delete
Num Enter	num-enter
Num Lock	num-lock numlk
O	o
Option	opt option
P	p
Page Down	next page-dn page-down pg-dn
Page Up	page-up pg-up prior
Pause	media-pause pause
Play	media-play play
Play/Pause	media-play-pause play-pause
Power	power
Previous Track	media-prev-track prev-track
Print	print
Print Screen	print-screen prtsc
Q	q
R	r
Reset	reset
Right	arrow-right right
Right Alt	ralt right-alt
Right Button	rbutton right-button
Right Command	rcmd rcommand right-cmd right-command
Right Ctrl	rcontrol rctrl right-control right-ctrl
Right Meta	right-meta rmeta
Right Option	right-opt right-option ropt roption
Right Shift	right-shift rshift
Right Super	right-super rsuper
Right Win	right-win right-windows rwin rwindows
S	s
Scroll Lock	scroll scroll-lock
Select	select
Shift	shift
Sleep	sleep
Space	space spc
Stop	media-stop stop
Super	super
T	t
Tab	tab tabulator
U	u
Up	arrow-up up
V	v
Volume Down	vol-down volume-down
Volume Up	vol-up volume-up
W	w
Win	win windows
X	x
X Button 1	x-button1 xbutton1
X Button 2	x-button2 xbutton2
Y	y
Z	z
Zoom	zoom
[	bracket-left open-bracket
\	backslash
]	bracket-right close-bracket
_	underscore
GRAVE	grave grave-accent
{	brace-left open-brace
|	bar pipe
}	brace-right close-brace
~	tilde
`

// keyLabels are the labels by their names.
var keyLabels = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(keyList) {
		label, names, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for name := range strings.FieldsSeq(names) {
			out[name] = strings.Replace(label, "GRAVE", "`", 1)
		}
	}
	return out
})

var keyName = pattern.New(oneKey)

// keys converts ++ctrl+alt+del++. Unknown names are text.
func (p *paragraph) keys(found string) string {
	options := p.extensions["keys"]
	labels := keyLabels()
	if own, ok := options["key_map"].(map[string]any); ok {
		labels = maps.Clone(labels)
		for name, label := range own {
			labels[name] = foreign.TextOf(label)
		}
	}
	separator := "+"
	if v, given := options["separator"]; given {
		separator = literal(foreign.TextOf(v))
	}
	var out []string
	for _, name := range keyName.FindAllString(found[2:len(found)-2], -1) {
		label, known := labels[strings.ToLower(name)]
		if !known && options["camel_case"] == true {
			label, known = labels[strings.ToLower(camel.ReplaceAllString(name, "$1-$2"))]
		}
		if strings.ContainsAny(name[:1], `"'`) {
			label, known = html.UnescapeString(p.restored(name[1:len(name)-1])), true
		}
		if !known {
			return found
		}
		out = append(out, "<kbd>"+literal(label)+"</kbd>")
	}
	return strings.Join(out, separator)
}

// camel matches where a word in the name of a key starts.
var camel = pattern.New(`([a-z])([A-Z0-9])`)

// literal returns a text in which nothing is Markdown or HTML.
func literal(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 && isPunct(byte(r)) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
