#!/usr/bin/env bash
# Builds the sites of testdata/generators with their generators: Docusaurus, without and with a slash at the end of URLs,
# VitePress, Astro with Starlight, and Eleventy.
#
#   tools/build-generators.sh FOLDER
#
# The packages (650 MB) are installed by npm into a cache folder outside of the repository: $SITEGEN_TOOLS, by default
# ~/.cache/sitegen-tools. package.json names exact versions; lock files are there where they are short.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
out=$(realpath "$1")
tools=${SITEGEN_TOOLS:-$HOME/.cache/sitegen-tools}/generators
export CI=1 NODE_ENV=production DOCUSAURUS_NO_TELEMETRY=1 ASTRO_TELEMETRY_DISABLED=1

# prepare NAME copies a source to the packages, and installs them if they are others.
prepare() {
	local wanted
	wanted=$(cat "testdata/generators/$1"/package*.json | cksum)
	mkdir -p "$tools/$1"
	find "$tools/$1" -mindepth 1 -maxdepth 1 ! -name node_modules ! -name installed -exec rm -rf {} +
	cp -r "testdata/generators/$1/." "$tools/$1"
	if [ "$(cat "$tools/$1/installed" 2>/dev/null)" != "$wanted" ]; then
		(cd "$tools/$1" && npm install --silent --no-audit --no-fund --include=prod)
		echo "$wanted" >"$tools/$1/installed"
	fi
}

# build NAME SITE FOLDER COMMAND... runs a generator and moves the folder that it wrote.
build() {
	local source=$tools/$1 site=$2 folder=$3
	shift 3
	if ! (cd "$source" && PATH=$source/node_modules/.bin:$PATH && "$@") >"$out/$site.log" 2>&1; then
		cat "$out/$site.log"
		exit 1
	fi
	rm -rf "${out:?}/$site"
	mv "$source/$folder" "$out/$site"
}

for name in docusaurus vitepress starlight eleventy; do
	prepare "$name"
done
build eleventy eleventy _site eleventy --quiet
build vitepress vitepress .vitepress/dist vitepress build
build starlight starlight dist astro build
build docusaurus docusaurus plain env SLASH=no docusaurus build --out-dir plain
build docusaurus docusaurus-slash slash env SLASH=yes docusaurus build --out-dir slash
