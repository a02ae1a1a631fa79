#!/bin/sh
# Namespace, retention and search attributes; ends only when a workflow may use them.
set -eu

# Written from SEARCH_ATTRIBUTES in workflows/contracts.ts: a name and its type a line.
attributes="$(dirname "$0")/search-attributes.gen.txt"

try() {
  attempt=1
  until "$@"; do
    if [ "$attempt" -ge 60 ]; then
      echo "gave up after $attempt attempts: $*" >&2
      return 1
    fi
    attempt=$((attempt + 1))
    sleep 1
  done
}

try temporal operator cluster health
temporal operator namespace create -n default --retention 30d 2>/dev/null ||
  try temporal operator namespace update -n default --retention 30d

while read -r name type <&3; do
  try temporal operator search-attribute create -n default --name "$name" --type "$type"
done 3<"$attributes"

# For up to two seconds an accepted attribute is still refused at a workflow's start.
try temporal workflow count -n default --query "$(awk '{ printf "%s%s IS NULL", sep, $1; sep = " OR " }' "$attributes")"
