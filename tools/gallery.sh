#!/usr/bin/env bash
# Builds the example sites with the embedded themes and takes screenshots of every page kind.
#
#   tools/gallery.sh -out FOLDER        # all of them, to look at
#   tools/gallery.sh -publish docs/gallery
set -euo pipefail
cd "$(dirname "$0")/.."
sites=$(mktemp -d)
trap 'rm -rf "$sites"' EXIT
go build -o "$sites/sitegen" ./cmd/sitegen
# build NAME SITE [OPTION...]
build() {
	"$sites/sitegen" build --quiet --noCache --source "testdata/sites/$2" --destination "$sites/$1" --clock 2026-06-15T00:00:00Z "${@:3}"
}
build blog blog
build docs docs --baseURL https://docs.kettle.example/
hero='image = "covers/oven.jpg"
buttons = [{ name = "All posts", url = "/posts/" }, { name = "About us", url = "/about/" }]'
for style in profile featured cards hero; do
	printf '[params.home]\nstyle = "%s"\n' "$style" >"$sites/$style.toml"
	if [ "$style" = hero ]; then echo "$hero" >>"$sites/$style.toml"; fi
	build "blog-$style" blog --config "sitegen.toml,$sites/$style.toml"
done
# The sites of the recipes, as the test of their texts makes them.
go test ./internal/testing/repository -run TestRecipes -count 1 -keep "$sites/recipes" >/dev/null
"$sites/sitegen" build --quiet --source "$sites/recipes/private" --buildDrafts --environment preview -d drafts
"$sites/sitegen" build --quiet --source "$sites/recipes/scheduled" --buildFuture --environment preview -d future
go build -C tools -o ../.tools/bin/ ./gallery
.tools/bin/gallery "$@" "$sites"
