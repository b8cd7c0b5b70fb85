#!/bin/sh
exec node /usr/lib/binnacle-gateway/apps/gateway/dist/main.js "$@"
