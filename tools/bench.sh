#!/usr/bin/env bash
# Measures the sitegen of this checkout on the sites of tools/bench, beside hugo where that is installed and builds them.
#
#   tools/bench.sh                                      all shapes, 10,000 posts
#   tools/bench.sh -shapes blog,docs -posts 1000,2000,4000 -edits 0    what a page costs as a site grows
#   tools/bench.sh -shapes comparison -runs 0 -edits 50                the preview only
#   tools/bench.sh -shapes comparison -posts 100000 -runs 0 -kinds body,title    some kinds of edits only
#   tools/bench.sh -shapes blog -hugo-theme ~/hugo-PaperMod            the blog theme beside hugo with a theme of its own
#   tools/bench.sh -shapes small -posts 1000000 -runs 1 -edits 0 -clean  a million pages, in 16 GB of memory
#   tools/bench.sh -json                                               figures as JSON
#   tools/bench.sh -shapes blog -posts 2000 -old BEFORE                this checkout beside another sitegen, in turn
#   tools/bench.sh -shapes blog -posts 2000 -old BEFORE -new AFTER     two others; nothing is built
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
go build -C tools -o "$tool/bench" ./bench
case " $* " in
*" -new "*) ;;
*)
	go build -trimpath -o "$tool/sitegen" ./cmd/sitegen
	set -- -new "$tool/sitegen" "$@"
	;;
esac
case " $* " in
*" -old "* | *" -hugo "*) ;;
*) set -- -hugo "$(command -v hugo || true)" "$@" ;;
esac
"$tool/bench" "$@"
