#!/bin/sh
# Builds the site on Cloudflare Pages, where these are settings of the project:
#   build command: sh cloudflare-pages.sh    output directory: public
#   variables: SITE_URL=https://example.org when it has a domain; PRODUCTION=trunk when that is the branch, and not main
# Nothing is kept between builds there: commit the ledger (ledger = "sitegen.ledger").
set -eu
SITEGEN=${SITEGEN:-@REPOSITORY@} # where you have sitegen from: it has no home of its own yet
git clone -q --depth 1 -b "${SITEGEN_VERSION:-@VERSION@}" "$SITEGEN" /tmp/sitegen
go build -C /tmp/sitegen -o /tmp/sitegen/sitegen ./cmd/sitegen
git fetch -q --unshallow 2>/dev/null || true # the history: git knows when pages changed

if [ "$CF_PAGES_BRANCH" = "${PRODUCTION:-main}" ]; then
	# CF_PAGES_URL is the address of this one deployment: https://1a2b3c.project.pages.dev
	set -- --baseURL "${SITE_URL:-https://${CF_PAGES_URL#https://*.}}"
else
	set -- --baseURL "$CF_PAGES_URL" --environment preview # no sitemap, and not to be found
fi
/tmp/sitegen/sitegen build --yes "$@"
