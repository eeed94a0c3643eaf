#!/usr/bin/env bash
# Measures `sitegen post` on a synthetic site: pages of 10 kB in 100 folders.
#
#   tools/bench-post.sh           100,000 pages (1 GB), in /dev/shm when there is one
#   tools/bench-post.sh 10000
set -euo pipefail
cd "$(dirname "$0")/.."
n=${1:-100000}
base=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/bench-post.XXXXXX")
trap 'rm -rf "$work"' EXIT
go build -trimpath -o "$work/sitegen" ./cmd/sitegen
for ((i = 0; i < 100; i++)); do mkdir -p "$work/site/s$i"; done
awk -v n="$n" -v dir="$work/site" 'BEGIN {
	for (i = 0; i < 20; i++) nav = nav "<li><a class=\"nav-link\" href=\"/s" i "/\">Section " i "</a></li>"
	for (i = 0; i < 20; i++) text = text "Lorem ipsum dolor sit amet, <a href=\"/x/\">consectetur</a> adipiscing elit sed do eiusmod tempor. "
	for (i = 0; i < n; i++) {
		file = dir "/s" i % 100 "/p" i ".html"
		day = sprintf("%d-%02d-%02d", 2010 + i % 15, 1 + i % 9, 10 + i % 18)
		printf "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Page %d</title><meta name=\"description\" content=\"What page %d is about.\"><link rel=\"canonical\" href=\"https://big.example/s%d/p%d.html\"><meta property=\"og:image\" content=\"/img/%d.png\"><script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@type\":\"BlogPosting\",\"headline\":\"Page %d\",\"datePublished\":\"%s\",\"dateModified\":\"%sT10:00:%02dZ\"}</script></head><body><header><nav><ul>%s</ul></nav></header><main><article><h1>Page %d</h1>", i, i, i % 100, i, i, i, day, day, i % 60, nav, i > file
		for (k = 0; k < 4; k++) printf "<p>%s</p><h2 id=\"a%d\">More</h2><img src=\"pic%d-%d.jpg\" alt=\"x\" width=\"1\" height=\"1\">\n", text, k, i, k > file
		print "</article></main><footer><p>Footer</p></footer></body></html>" > file
		close(file)
	}
}'
du -s --apparent-size -BM "$work/site" | sed 's/M.*/ MB/'
for run in "first run" "nothing changed"; do
	/usr/bin/time -f "$run: %e s, %U s user + %S s system, %M kB" \
		"$work/sitegen" post "$work/site" --images inline --feed '**' --quiet
done
