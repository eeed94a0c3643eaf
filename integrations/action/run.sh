#!/usr/bin/env bash
# The step of action.yml, whose inputs are in the environment: adds sitemaps and feeds, checks the site, and tells
# GitHub of it by annotations, a summary of the job, and a SARIF file.
set -euo pipefail
sitegen=${INPUT_BINARY:-}
if [ -z "$sitegen" ]; then
	sitegen=${RUNNER_TEMP:-/tmp}/sitegen
	go build -C "$GITHUB_ACTION_PATH/../.." -trimpath -o "$sitegen" ./cmd/sitegen
fi
where=()
[ -z "${INPUT_BASE_URL:-}" ] || where+=(--base-url "$INPUT_BASE_URL")
[ -z "${INPUT_HOST:-}" ] || where+=(--host "$INPUT_HOST")

if [ "${INPUT_POST:-true}" = true ]; then
	more=()
	[ -z "${INPUT_CONTENT:-}" ] || more+=(--content "$INPUT_CONTENT")
	[ "${INPUT_REPLACE:-false}" != true ] || more+=(--replace)
	while IFS= read -r glob; do
		[ -z "$glob" ] || more+=(--feed "$glob")
	done <<<"${INPUT_FEEDS:-}"
	"$sitegen" post "$INPUT_FOLDER" --github "${where[@]}" "${more[@]}"
fi

fail=${INPUT_FAIL:-error}
check=("$sitegen" check "$INPUT_FOLDER" "${where[@]}" --fail "${fail/never/error}")
[ -z "${INPUT_BASELINE:-}" ] || check+=(--baseline "$INPUT_BASELINE")
status=0
findings=$("${check[@]}" --github) || status=$?
[ "$status" -lt 2 ] || { echo "$findings"; exit "$status"; }
[ -z "$findings" ] || echo "$findings"
[ -z "${INPUT_SARIF:-}" ] || "${check[@]}" --sarif >"$INPUT_SARIF" || [ $? -eq 1 ]

count=$(grep -cE '^::(error|warning|notice)' <<<"$findings" || true)
echo "findings=$count" >>"$GITHUB_OUTPUT"
{
	echo "### $INPUT_FOLDER: $count findings"
	if [ "$count" -gt 0 ]; then
		echo
		echo "| rule | | findings |"
		echo "|---|---|---|"
		sed -nE 's/^::(error|warning|notice) .*title=([^,:]*).*/\2 \1/p' <<<"$findings" | sort | uniq -c | sort -rn |
			awk '{ printf "| `%s` | %s | %d |\n", $2, $3, $1 }'
	fi
} >>"$GITHUB_STEP_SUMMARY"
[ "$fail" = never ] || exit "$status"
