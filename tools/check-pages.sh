#!/usr/bin/env bash
# Builds the example sites with the embedded themes, each below a path of its own, and passes every page to
# the Nu HTML checker and to headless Chromium: axe, console, requests, policy, layout shifts, no JavaScript (tools/axe).
# No error is allowed.
set -euo pipefail
cd "$(dirname "$0")/.."
sitegen=$(realpath "$1")
out=$(mktemp -d)
report=$(mktemp -d)
trap 'rm -rf "$out" "$report"' EXIT
for site in testdata/sites/*/; do
	name=$(basename "$site")
	"$sitegen" build --quiet --source "$site" --destination "$out/$name" --baseURL "https://example.org/$name/" --clock 2026-06-15T00:00:00Z
done
hero='image = "covers/oven.jpg"
buttons = [{ name = "All posts", url = "/posts/" }, { name = "About us", url = "/about/" }]'
for style in profile featured cards hero; do
	printf '[params.home]\nstyle = "%s"\n' "$style" >"$out/$style.toml"
	if [ "$style" = hero ]; then echo "$hero" >>"$out/$style.toml"; fi
	"$sitegen" build --quiet --noCache --source testdata/sites/blog --config "sitegen.toml,$out/$style.toml" \
		--destination "$out/blog-$style" --baseURL "https://example.org/blog-$style/" --clock 2026-06-15T00:00:00Z
	rm "$out/$style.toml"
	# Only the home page is another.
	find "$out/blog-$style" -name '*.html' -not -path "$out/blog-$style/index.html" -delete
done

# A report with many kinds of findings, which counts as a failure of the check. Its style sheet is inside of the page,
# which the policy of the checks in a browser forbids.
"$sitegen" check testdata/check/bad --format html >"$report/index.html" 2>/dev/null || [ $? = 1 ]

if command -v npm >/dev/null; then
	tools/pages/install.sh
else
	echo "skipped: npm is missing"
	exit 0
fi
if command -v java >/dev/null; then
	java -jar .tools/pages/node_modules/vnu-jar/build/dist/vnu.jar --errors-only --skip-non-html "$out" "$report"
	echo "Nu HTML checker: $(find "$out" "$report" -name '*.html' | wc -l) pages, no errors"
else
	echo "skipped: the Nu HTML checker needs java"
fi
if command -v chromium >/dev/null; then
	go build -C tools -o ../.tools/bin/ ./axe
	.tools/bin/axe -axe .tools/pages/node_modules/axe-core/axe.min.js "$out"
else
	echo "skipped: the checks in a browser need chromium"
fi
