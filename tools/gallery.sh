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
for colors in forest ocean plum rose sand graphite; do
	printf '[params]\ncolors = "%s"\n' "$colors" >"$sites/$colors.toml"
	build "blog-$colors" blog --config "sitegen.toml,$sites/$colors.toml"
done
# Options that the example sites leave off.
cat >"$sites/options.toml" <<'END'
[params]
announcement = "**New:** bread to your door, every [Friday](/about/)."
logo = "covers/oven.jpg"
repository = "https://git.example/bakery/site"
cards = true
listCovers = false
toc = "open"
readingTime = false
dateFormat = ":date_full"
[[languages.en.menus.main]]
name = "Sourdough"
parent = "Posts"
pageRef = "/series/sourdough-from-zero"
[[languages.en.menus.main]]
name = "The oven"
parent = "Posts"
pageRef = "/tags/oven"
END
build blog-options blog --config "sitegen.toml,$sites/options.toml"
manual=$sites/manual.src
mkdir -p "$manual/assets" "$manual/content/news" "$manual/content/reference"
cp testdata/sites/docs/content/kettle.svg "$manual/assets/"
cat >"$manual/sitegen.toml" <<'END'
title = "Kettle"
theme = "docs"
baseURL = "https://kettle.alt/"
[markup]
wikiLinks = true
[params]
logo = "kettle.svg"
announcement = "Version 3 is out: see [what is new](/news/)."
repository = "https://git.example/kettle/kettle"
editURL = "https://git.example/kettle/kettle/edit/main/content/{path}"
social = [{name = "Mastodon", url = "https://social.example/@kettle"}]
backlinks = true
colors = "ocean"
[[params.versions]]
name = "3.0"
path = "/v3"
[[params.versions]]
name = "2.0"
path = "/v2"
[[menus.main]]
name = "Manual"
pageRef = "/v3"
[[menus.main]]
name = "News"
pageRef = "/news"
[[menus.main]]
name = "Reference"
pageRef = "/reference"
[taxonomies]
tag = "tags"
[[cascade]]
layout = "posts"
target = {path = "/news"}
[[cascade]]
layout = "post"
sidebar = {hide = true}
target = {path = "/news/*"}
END
for v in v2 v3; do
	mkdir -p "$manual/content/$v"
	printf -- '---\ntitle: Manual\n---\nHow a machine is set up, kept in step, and repaired.\n' >"$manual/content/$v/_index.md"
	printf -- '---\ntitle: Install\nweight: 1\nlastmod: 2026-05-20\n---\nCopy the program to the machine, and name the repository.\n\n## On Debian\n\nThe package sets up a service that starts with the machine. Then [[first-machine|set up a machine]].\n' >"$manual/content/$v/install.md"
	printf -- '---\ntitle: The first machine\nlinkTitle: First machine\nweight: 2\nlastmod: 2026-06-02\n---\nA machine needs a name and a file. Before, [[install]] the program.\n\n## Name it\n\nThe name is that of the host. Kettle reads `machines/NAME.toml`, compares it with the machine, and changes only what differs.\n' >"$manual/content/$v/first-machine.md"
done
printf -- '---\ntitle: News\n---\n' >"$manual/content/news/_index.md"
printf -- '---\ntitle: Version 3\ndate: 2026-06-01\nauthors: [Ann Berg]\ntags: [machines, plans]\n---\nMachines are compared in parallel, and a plan shows what would change.\n' >"$manual/content/news/three.md"
printf -- '---\ntitle: A smaller program\ndate: 2026-03-12\nauthors: [Jo Lind]\ntags: [machines]\n---\nThe program is half as large, and starts in a tenth of a second.\n' >"$manual/content/news/small.md"
printf -- '---\ntitle: News by tag\nlayout: tagindex\nsidebar: {hide: true}\n---\n' >"$manual/content/topics.md"
printf -- '---\ntitle: Welcome\nhideTitle: true\nsidebar: {hide: true}\n---\n![](kettle.svg)\n\n# Machines in step\n\nKettle compares each machine with its file, and changes only what differs.\n' >"$manual/content/welcome.md"
mkdir "$manual/content/api"
printf -- '---\ntitle: API\nlayout: openapi\nopenapi: kettle.yaml\n---\n' >"$manual/content/api/_index.md"
cat >"$manual/assets/kettle.yaml" <<'END'
openapi: 3.1.0
info: {title: Kettle, version: 3.0.0}
servers: [{url: "https://kettle.alt/api"}]
paths:
  /machines:
    get:
      operationId: listMachines
      tags: [machines]
      summary: List machines
      responses:
        "200": {description: All machines.}
    post:
      operationId: addMachine
      tags: [machines]
      summary: Add a machine
      description: The machine is compared with its file at once.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: {type: string, description: The name of the host, example: pot}
                file: {type: string, description: The file that describes the machine, example: machines/pot.toml}
      responses:
        "201": {description: The machine was added.}
        "409": {description: A machine has this name.}
END
printf -- '---\ntitle: Reference\n---\n' >"$manual/content/reference/_index.md"
for key in $(printf 'account\n%s\n' alias archive backup banner branch cache cert channel clock colour command commit context cron daemon default disk domain editor encoding env event export file filter firewall font group header history host hook image import input key label layer level limit link lock log mail map mask memory menu merge mode module mount name network node option order output owner package path peer plan port prefix print proxy queue quota reader record region role root route rule); do
	printf -- '---\ntitle: %s\n---\nThe key `%s`.\n' "$key" "$key" >"$manual/content/reference/$key.md"
done
"$sites/sitegen" build --quiet --noCache --source "$manual" --destination "$sites/manual" --clock 2026-06-15T00:00:00Z
printf '[params.sidebar]\nwindow = 20\nfull = 20\n' >"$sites/window.toml"
"$sites/sitegen" build --quiet --noCache --source "$manual" --config "sitegen.toml,$sites/window.toml" --destination "$sites/manual-window" --clock 2026-06-15T00:00:00Z
# A picture as wide as the window.
bleed=$sites/bleed.src
mkdir -p "$bleed/content/oven"
cp testdata/sites/blog/assets/covers/oven.jpg "$bleed/content/oven/"
printf 'title = "Bread"\ntheme = "blog"\nbaseURL = "https://bread.alt/"\n' >"$bleed/sitegen.toml"
printf -- '---\ntitle: The oven\n---\nBricks keep the heat for a day.\n\n{{< figure src="oven.jpg" alt="The mouth of an oven" class="bleed" >}}\n\nThe fire burns where the bread will lie.\n' >"$bleed/content/oven/index.md"
"$sites/sitegen" build --quiet --noCache --source "$bleed" --destination "$sites/bleed" --clock 2026-06-15T00:00:00Z
# The sites of the recipes, as the test of their texts makes them.
go test ./internal/testing/repository -run TestRecipes -count 1 -keep "$sites/recipes" >/dev/null
"$sites/sitegen" build --quiet --source "$sites/recipes/private" --buildDrafts --environment preview -d drafts
"$sites/sitegen" build --quiet --source "$sites/recipes/scheduled" --buildFuture --environment preview -d future
go build -C tools -o ../.tools/bin/ ./gallery
.tools/bin/gallery "$@" "$sites"
