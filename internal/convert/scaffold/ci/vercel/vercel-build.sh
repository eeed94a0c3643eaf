#!/bin/sh
# Builds the site on Vercel, which vercel.json tells to run this file. Variables of the project there:
#   SITE_URL=https://example.org if the shortest of its domains is not the URL of the site
#   VERCEL_DEEP_CLONE=true so that the history gives the dates of pages
# Vercel keeps nothing between builds: commit the ledger (ledger = "sitegen.ledger").
set -eu
SITEGEN=<% q .From %>
<%- if not .Binary %> SITEGEN_VERSION=<% q .Version %>
command -v go >/dev/null || dnf install -y -q golang # it fetches Go 1.26 by itself
export GOTOOLCHAIN=auto
<%- end %>
<% .Get %>

if [ "$VERCEL_ENV" = production ]; then
	set -- --baseURL "${SITE_URL:-https://$VERCEL_PROJECT_PRODUCTION_URL}"
else
	set -- --baseURL "https://$VERCEL_URL" --environment preview # without a sitemap, closed to search engines
fi
/tmp/sitegen/sitegen build --yes "$@"
