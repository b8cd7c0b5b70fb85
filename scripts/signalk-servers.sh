#!/usr/bin/env bash
# Installs the Signal K servers that apps/signalk-plugin is tested with, outside the project: each is 600 packages.
# 2.23.0 is the last for Node 20. The newest asks for @signalk/streams 6.9, which is not everywhere; 6.0 serves as well.
set -euo pipefail
in="${BINNACLE_SIGNALK_SERVERS:-$HOME/.cache/binnacle}"
for version in 2.23.0 2.32.0; do
  folder="$in/signalk-$version"
  [ -d "$folder/node_modules/signalk-server" ] && continue
  mkdir -p "$folder"
  printf '{"private":true,"dependencies":{"signalk-server":"%s"},"overrides":{"@signalk/streams":"6.0.0"}}\n' "$version" >"$folder/package.json"
  npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error
done
