#!/bin/sh
# Builds the site on Cloudflare Pages. Settings of the project there:
#   build command: sh cloudflare-pages.sh    output directory: public
#   variables: SITE_URL=https://example.org if it has a domain; PRODUCTION if the production branch is not <% .Branch %>
# Cloudflare Pages keeps nothing between builds: commit the ledger (ledger = "sitegen.ledger").
set -eu
SITEGEN=<% q .From %>
<%- if not .Binary %> SITEGEN_VERSION=<% q .Version %><% end %>
<% .Get %>
git fetch -q --unshallow 2>/dev/null || true # the history gives the dates of pages

if [ "$CF_PAGES_BRANCH" = "${PRODUCTION:-<% .Branch %>}" ]; then
	# CF_PAGES_URL is the URL of this one deployment: https://1a2b3c.project.pages.dev
	set -- --baseURL "${SITE_URL:-https://${CF_PAGES_URL#https://*.}}"
else
	set -- --baseURL "$CF_PAGES_URL" --environment preview # without a sitemap, closed to search engines
fi
/tmp/sitegen/sitegen build --yes "$@"
