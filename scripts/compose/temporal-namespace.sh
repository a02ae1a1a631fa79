#!/bin/sh
# Namespace, retention and search attributes; ends only when a workflow may use them.
set -eu

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

for name in SponsioKind SponsioState ContractId MilestoneId CampaignId BrandOrg CreatorOrg; do
  try temporal operator search-attribute create -n default --name "$name" --type Keyword
done
try temporal operator search-attribute create -n default --name SponsioDeadline --type Datetime
try temporal operator search-attribute create -n default --name AmountMinor --type Int

# For up to two seconds an accepted attribute is still refused at a workflow's start.
try temporal workflow count -n default --query "SponsioKind IS NULL OR SponsioState IS NULL OR ContractId IS NULL OR MilestoneId IS NULL OR CampaignId IS NULL OR BrandOrg IS NULL OR CreatorOrg IS NULL OR SponsioDeadline IS NULL OR AmountMinor IS NULL"
