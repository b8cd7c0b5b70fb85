#!/bin/sh
exec /usr/lib/binnacle-gateway/apps/gateway/dist/main.cjs "$@"
