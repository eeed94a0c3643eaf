#!/usr/bin/env bash
# Builds the reference sites with the embedded docs theme in place of their own layouts (their shortcodes are
# kept), and fails when the theme has an error of its own: the Nu HTML checker over all pages, and headless
# Chromium (tools/axe) over a sample of every language, kind and folder.
#
#   tools/check-references.sh SITEGEN PARITY-FOLDER [PAGES-OF-EACH-SITE]
#
# What is wrong with the texts, and the pictures that the sites here lack, is not the theme's. To tell, every
# site is built once more with a layout that has nothing but the text: a finding that the page of the same name
# has there as well, as often, is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
sitegen=$(realpath "$1")
parity=$2
pages=${3-130}
for need in java npm chromium; do
	command -v $need >/dev/null || { echo "skipped: $need is missing"; exit 0; }
done
tools/pages/install.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build SITE NAME OPTION...: from $work/SITE into $work/NAME/SITE. The texts have warnings of their own.
build() {
	"$sitegen" build --quiet --noCache --source "$work/$1" --destination "$work/$2/$1" --baseURL "https://example.org/$1/" \
		--clock 2026-11-21T00:00:00Z "${@:3}" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
for site in etcd hugodocs letsencrypt; do
	cp -r "$parity/$site/source" "$work/$site"
	find "$work/$site/layouts" -type f -not -path '*/shortcodes/*' -delete
	build $site themed --theme docs
	cp tools/references/text.html "$work/$site/layouts/all.html"
	build $site control
done
go build -C tools -o ../.tools/bin/ ./references ./axe
.tools/bin/references -nu .tools/pages/node_modules/vnu-jar/build/dist/vnu.jar \
	-pages "$pages" -sample "$work/list" "$work/themed" "$work/control"
.tools/bin/axe -axe .tools/pages/node_modules/axe-core/axe.min.js \
	-only "$work/list" -control "$work/control" "$work/themed"
