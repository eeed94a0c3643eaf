#!/usr/bin/env bash
# Times the first build of a documentation site with screenshots: those of the embedded themes, in two languages, beside
# pages, in static/, and in a folder of images.
#
#   tools/screenshots.sh [-n 100] [SITEGEN...]   # several programs are timed in turn
set -euo pipefail
cd "$(dirname "$0")/.."
most=100
if [ "${1-}" = -n ]; then
	most=$2
	shift 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# = 0 ]; then
	go build -o "$work/sitegen" ./cmd/sitegen
	set -- "$work/sitegen"
fi
tools/gallery.sh -out "$work/shots" >/dev/null
site=$work/site
mkdir -p "$site/static/img" "$site/content/images" "$site/inhalt/images"
cat >"$site/sitegen.toml" <<-'EOF'
	baseURL = "https://docs.example/"
	title = "Manual"
	theme = "docs"
	[languages.en]
	contentDir = "content"
	[languages.de]
	contentDir = "inhalt"
EOF
n=0
for shot in $(find "$work/shots" -name '*.png' | sort | head -n "$most"); do
	page=p$((n / 4)) name=s$n.png
	for lang in content inhalt; do
		case $((n / 4 % 3)) in
		0) folder=$site/$lang/$page file=$site/$lang/$page/index.md src=$name ;;
		1) folder=$site/static/img file=$site/$lang/$page.md src=/img/$name ;;
		2) folder=$site/$lang/images file=$site/$lang/$page.md src=images/$name ;;
		esac
		mkdir -p "$folder"
		cp "$shot" "$folder/$name"
		[ -e "$file" ] || printf -- '---\ntitle: Chapter %s\n---\nText.\n' "$page" >"$file"
		printf '\n![Window](%s)\n' "$src" >>"$file"
	done
	n=$((n + 1))
done
echo "$n screenshots"
for program in "$@"; do
	rm -rf "$site/public" "$site/.sitegen"
	echo "$program:"
	(cd "$site" && TIMEFORMAT='%U s of CPU, and %S s in the kernel' && time "$program" build -j 1 --quiet)
	find "$site/public" -name '*_hu_*' -printf '%s\n' | awk '{n++; b += $1} END {printf "%d derived files, %.1f MB\n", n, b / 1e6}'
done
