#!/usr/bin/env bash
# Builds a new site with Netlify's own build program, offline, by the file that `sitegen init --ci netlify` makes:
# as production and as a deploy preview, and a second time from what the first build kept.
#
#   tools/check-netlify.sh SITEGEN
#
# @netlify/build (193 MB) is installed by npm into a cache folder outside of the repository: $SITEGEN_TOOLS, by
# default ~/.cache/sitegen-tools.
set -euo pipefail
cd "$(dirname "$0")/.."
repo=$PWD
sitegen=$(realpath "$1")
tools=${SITEGEN_TOOLS:-$HOME/.cache/sitegen-tools}
if ! command -v npm >/dev/null; then
	echo "skipped: it needs npm"
	exit 0
fi
if [ ! -x "$tools/netlify/node_modules/.bin/netlify-build" ]; then
	mkdir -p "$tools/netlify"
	echo '{"private":true}' >"$tools/netlify/package.json"
	(cd "$tools/netlify" && npm install --silent --no-audit --no-fund @netlify/build@35.15.0)
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet --bare . "$work/sitegen.git"
git --git-dir "$work/sitegen.git" branch -f trial HEAD
mkdir "$work/site"
cd "$work/site"
"$sitegen" init blog . --yes --ci netlify --repository "file://$work/sitegen.git" --version trial >/dev/null
grep -q '^hosts = \["netlify"\]$' sitegen.toml
sed -i "s#/tmp/sitegen#$work/clone#g" netlify.toml # where others test at the same time
mkdir -p "$work/node_modules/.bin" # comes before the folder of node, where an old go may lie
ln -s "$(command -v go)" "$work/node_modules/.bin/go"
git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm site

# build NAME CONTEXT runs a build as Netlify does for a context.
build() {
	rm -rf "$work/clone" .sitegen public
	if ! NETLIFY=true CONTEXT=$2 URL=https://live.example GOFLAGS=-trimpath \
		"$tools/netlify/node_modules/.bin/netlify-build" --offline --telemetry=false --context "$2" --cwd . >"$work/$1.log" 2>&1; then
		cat "$work/$1.log"
		echo "netlify-build failed: $1"
		exit 1
	fi
}
want() { grep -q -- "$2" "$1" || { echo "$1 has no $2"; cat "$1"; exit 1; }; }

{ cat "$repo/testdata/sites/blog/sitegen.toml" && printf '[deploy]\nhosts = ["netlify"]\n'; } >"$work/blog.toml"
build first production
want public/sitemap.xml '<loc>https://live.example/'
want public/_headers 'Cache-Control: public, max-age=31536000, immutable'
# Netlify's own parsers read all rules, those of a large site, too.
"$sitegen" build --quiet --source "$repo/testdata/sites/blog" --destination "$work/blog" --cacheDir "$work/state" --clock 2026-06-15T00:00:00Z --baseURL https://e.example/sub/ --config "$work/blog.toml"
node --input-type=module - "$tools/netlify/node_modules/@netlify" "$work/blog" <<'END'
const [, , modules, dir] = process.argv
const { readFileSync } = await import('node:fs')
const { parseAllHeaders } = await import(modules + '/headers-parser/lib/index.js')
const { parseAllRedirects } = await import(modules + '/redirect-parser/lib/index.js')
const { headers, errors } = await parseAllHeaders({ headersFiles: [dir + '/_headers'], configHeaders: [], minimal: true })
const { redirects, errors: more } = await parseAllRedirects({ redirectsFiles: [dir + '/_redirects'], configRedirects: [], minimal: true })
const rules = (name) => readFileSync(dir + '/' + name, 'utf8').split('\n').filter((l) => l.startsWith('/')).length
if (errors.length + more.length > 0 || headers.length !== rules('_headers') || redirects.length !== rules('_redirects') || headers.length < 20) {
  console.log(errors, more, headers.length, redirects.length)
  process.exit(1)
}
console.log(`Netlify's parsers: ${headers.length} rules of _headers, ${redirects.length} of _redirects`)
END
build second production
grep -qE 'Nothing changed|0 written' "$work/second.log" || { cat "$work/second.log"; echo "the second build did not find what the first one kept"; exit 1; }
build preview deploy-preview
want public/robots.txt '^Disallow: /$'
want public/_headers 'X-Robots-Tag: noindex'
want public/index.html 'https://[a-z]*--site-name.netlify.app/' # offline it is this
[ ! -e public/sitemap.xml ] || { echo "a preview has a sitemap"; exit 1; }
echo "netlify-build $(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$tools/netlify/node_modules/@netlify/build/package.json"): production, from its cache, deploy preview"
