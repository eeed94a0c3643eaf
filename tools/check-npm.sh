#!/usr/bin/env bash
# Installs the npm packages of a release as a user would, offline, and runs them in the real tools: Eleventy, and
# Netlify's own build program.
#
#   tools/check-npm.sh DIST
#
# The tools are installed by npm into a cache folder outside of the repository: $SITEGEN_TOOLS, by default
# ~/.cache/sitegen-tools (200 MB).
set -euo pipefail
cd "$(dirname "$0")/.."
repo=$PWD
dist=$(realpath "$1")
tools=${SITEGEN_TOOLS:-$HOME/.cache/sitegen-tools}
if ! command -v npm >/dev/null; then
	echo "skipped: it needs npm"
	exit 0
fi
# tool NAME COMMAND PACKAGE installs a package of npm unless its command is there.
tool() {
	[ ! -x "$tools/$1/node_modules/.bin/$2" ] || return 0
	mkdir -p "$tools/$1"
	echo '{"private":true}' >"$tools/$1/package.json"
	(cd "$tools/$1" && npm install --silent --no-audit --no-fund "$3")
}
tool netlify netlify-build @netlify/build@35.15.0
tool eleventy eleventy @11ty/eleventy@3.1.2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
machine=$(node -p 'process.platform + "-" + process.arch')

# project NAME makes an Eleventy project with the package installed.
project() {
	mkdir -p "$work/$1/blog" "$work/$1/_includes"
	cd "$work/$1"
	echo '{"private":true}' >package.json
	npm install --offline --silent --no-audit --no-fund "$dist"/npm/sitegen-[0-9]*.tgz "$dist/npm/sitegen-$machine"-*.tgz
	cat >_includes/page.njk <<-'END'
		<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head><body><main>{{ content | safe }}</main></body></html>
	END
	printf -- '---\ntitle: Home\nlayout: page.njk\n---\nWelcome.\n' >index.md
	printf -- '---\ntitle: One\nlayout: page.njk\ndate: 2026-01-02\nlastmod: 2026-02-03\n---\nThe first.\n' >blog/one.md
}
want() { grep -q -- "$2" "$1" || { echo "$1 has no $2"; cat "$1" "$work/log"; exit 1; }; }

project eleventy
cp "$repo/integrations/npm/examples/eleventy.config.js" .
env -u SITEGEN_BINARY "$tools/eleventy/node_modules/.bin/eleventy" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
want _site/sitemap.xml '<loc>https://example.org/blog/one/</loc>'
want _site/sitemap.xml '<lastmod>2026-02-03'
want _site/blog/atom.xml '<title>One</title>'
want _site/robots.txt 'Sitemap: https://example.org/sitemap.xml'
find _site -type f -exec sha256sum {} + | sort >"$work/first"
"$tools/eleventy/node_modules/.bin/eleventy" >"$work/log" 2>&1
find _site -type f -exec sha256sum {} + | sort | cmp - "$work/first" || { echo "a second build differs"; exit 1; }
npx --offline sitegen check _site >/dev/null || { npx --offline sitegen check _site; exit 1; }
echo "Eleventy $(node -p "require('$tools/eleventy/node_modules/@11ty/eleventy/package.json').version"): sitemap, feed, robots.txt; a second build is the same"

project netlify
sed "s#npm run build#$tools/eleventy/node_modules/.bin/eleventy#" "$repo/integrations/npm/examples/netlify.toml" >netlify.toml
printf 'node_modules\n_site\n' >.gitignore
git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm site
build() {
	rm -rf _site .sitegen
	NETLIFY=true CONTEXT=$1 URL=https://live.example "$tools/netlify/node_modules/.bin/netlify-build" --offline --telemetry=false --context "$1" --cwd . >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
build production
want _site/sitemap.xml '<loc>https://live.example/blog/one/</loc>'
want _site/blog/atom.xml '<title>One</title>'
build deploy-preview
[ ! -e _site/sitemap.xml ] || { echo "a preview has a sitemap"; exit 1; }
echo "netlify-build $(node -p "require('$tools/netlify/node_modules/@netlify/build/package.json').version"): sitemap and feed in production, none in a deploy preview"
