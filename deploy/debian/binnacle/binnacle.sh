#!/bin/sh
# Commands that root gives run as the service does: as its user, and with its settings. The demo has nothing of it.
set -e
node=/usr/lib/binnacle/bin/node
program=/usr/lib/binnacle/apps/cli/binnacle.js
if [ "$(id -u)" != 0 ] || [ "${1-}" = demo ]; then exec $node -- $program "$@"; fi
export HOME=/var/lib/binnacle
exec setpriv --reuid=binnacle --regid=binnacle --clear-groups \
  $node -- $program --env-file /etc/binnacle/binnacle.env "$@"
