#!/bin/sh
# Installs binnacle-gateway on a boat's computer, from the Binnacle at this address, and ends with the first reading.
set -eu
umask 077

SERVICE='http://localhost:8080'

usage() {
  cat <<END
Usage: curl -fsSL $SERVICE/onboard/install.sh | sudo sh -s -- [OPTIONS]

  --key-file FILE      the connection key; without it, the key is asked for on the terminal
  --input 'SETTINGS'   an input, such as 'type: nmea2000, tcp: "192.168.4.1:1457"'; may be repeated.
                       Without it, this looks for serial ports, CAN interfaces, Signal K and Victron
  --hour-meter ENGINE  the engine that moves the hour meter, such as starboard
  --prefix DIR         installs everything into DIR, without root and without a systemd unit
  --dry-run            does everything in a temporary folder up to the check, then removes it

Settings and a key that are there already stay, unless you give --input or --key-file.
END
}

say() { printf '%s\n' "$*"; }
fail() {
  say "binnacle: $*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# Quotes a value for the settings, which are YAML.
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }

# Quotes a word of a command, to be pasted into a shell.
word() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

find_node() {
  has curl || fail 'this needs curl: on Debian run "sudo apt install curl"'
  if ! has node || ! has npm; then
    fail 'this needs Node 20 or later and npm: on Debian 13 run "sudo apt install nodejs npm", elsewhere see https://nodejs.org/en/download'
  fi
  node=$(command -v node)
  version=$("$node" -p process.versions.node)
  [ "${version%%.*}" -ge 20 ] ||
    fail "this needs Node 20 or later, and $node is Node $version: see https://nodejs.org/en/download"
}

download() {
  curl -fsS "$SERVICE/onboard/SHA256SUMS" -o "$work/SHA256SUMS" || {
    # 22: it answers, and has no such file.
    [ $? = 22 ] || fail "this computer cannot reach $SERVICE, which is BASE_URL of your Binnacle"
    fail "$SERVICE does not offer the gateway; $SERVICE/onboard/binnacle-gateway.tgz says why"
  }
  package=$(sed -n 's/^[0-9a-f]*  \(binnacle-gateway-.*\.tgz\)$/\1/p' "$work/SHA256SUMS")
  curl -fsS "$SERVICE/onboard/$package" -o "$work/$package" || fail "$SERVICE/onboard/$package cannot be downloaded"
  (cd "$work" && grep -F "  $package" SHA256SUMS | sha256sum -c -) >/dev/null 2>&1 ||
    fail "$package was damaged on its way: its checksum is wrong. Try again"
}

install_package() {
  say "Installing $package ..."
  # Asked once and quickly: npm retries each package for more than a minute, ten minutes in all.
  npm view yaml version --fetch-retries 1 --fetch-retry-mintimeout 1000 --fetch-timeout 20000 >"$work/npm.log" 2>&1 || {
    cat "$work/npm.log" >&2
    fail "npm cannot reach its registry, which has the gateway's packages: connect this computer to the internet, or see $SERVICE/help/single-file"
  }
  # Other users must be able to run it. Without scripts of packages: the one that compiles is for CAN interfaces, which candump reads here.
  if [ -n "$prefix" ]; then set -- --prefix "$prefix"; else set --; fi
  (umask 022 && npm install -g --ignore-scripts --no-fund --no-audit --loglevel error "$@" "$work/$package") >"$work/npm.log" 2>&1 || {
    # On a full disk npm may say that a file is no JSON.
    folder=${prefix:-$(npm prefix -g)}
    free=$(df -Pk "$folder" | awk 'NR == 2 { print int($4 / 1024) }')
    [ "$free" -ge 50 ] || fail "the disk of $folder is full: $free MB are free, and the gateway needs 50. Free some space, and run this again"
    cat "$work/npm.log" >&2
    fail 'npm could not install the gateway'
  }
  main=$(npm root -g "$@")/binnacle-gateway/dist/main.cjs
}

gateway() { "$node" "$main" "$@"; }

# Sets `problem` to why the service does not take $key, or to nothing. A key is in no argument and no environment: those are visible to
# every user of this machine.
ask_service() {
  problem=''
  case $key in
    *[!A-Za-z0-9_]*) problem='That is not a connection key: it has only letters, digits and _.' ;;
    ct_?*) ;;
    *) problem='That is not a connection key: it begins with ct_.' ;;
  esac
  [ -z "$problem" ] || return 0
  answer=$(printf 'header = "Authorization: Bearer %s"\n' "$key" |
    curl -s -K - -o /dev/null -w '%{http_code}' "$SERVICE/v1/cameras/pending") || :
  case $answer in
    # 403: it is known, and the connection is turned off in the app; the check says so.
    200 | 403) ;;
    401) problem="$SERVICE does not know this key: copy it again, or create a new one in the app." ;;
    *) fail "$SERVICE cannot check the key now (answer $answer). Try again" ;;
  esac
}

has_terminal() { (: </dev/tty) 2>/dev/null; }

# The first line, without spaces, and without line ends and byte order marks of other systems.
read_key() { key=$(head -n 1 "$1" | tr -d ' \t\r\357\273\277'); }

ask_key() {
  trap 'stty echo </dev/tty; clean_up' EXIT
  # Before the question: who pastes at once is not shown either.
  stty -echo </dev/tty
  printf 'Connection key from the app (ct_..., not shown while you paste it): ' >/dev/tty
  read_key /dev/tty
  stty echo </dev/tty
  trap clean_up EXIT
  printf '\n' >/dev/tty
  [ -n "$key" ] || fail 'no key was entered'
}

# The key is stored when the service has taken it.
store_key() {
  if [ -n "$given_key" ]; then
    read_key "$given_key"
    ask_service
    [ -z "$problem" ] || fail "$given_key: $problem"
  elif [ -s "$key_file" ]; then
    read_key "$key_file"
    ask_service
    if [ -z "$problem" ]; then
      say "The key in $key_file stays. To enter another one, delete that file and run this again."
      unset key
      return
    fi
    has_terminal || fail "$key_file: $problem"
    say "$key_file: $problem"
    key=''
  else
    has_terminal || fail 'there is no terminal to ask for the connection key: give --key-file FILE'
    key=''
  fi
  while [ -z "$key" ]; do
    ask_key
    ask_service
    [ -z "$problem" ] || { say "$problem" && key=''; }
  done
  printf '%s\n' "$key" >"$key_file"
  unset key
}

write_settings() {
  if [ -s "$settings" ] && [ -z "$inputs" ]; then
    say "The settings in $settings stay."
    grep -qF -- "$SERVICE" "$settings" || say "They name another service: to send to $SERVICE, correct their line service:"
    [ -z "$hour_meter" ] || say "--hour-meter is for new settings: to choose the engine, add this line to them: hourMeter: $hour_meter"
    return
  fi
  [ -n "$inputs" ] || {
    say 'Looking for serial ports, CAN interfaces, Signal K and Victron ...'
    found=$(gateway find) || {
      say "$found"
      fail "found nothing to read: give --input 'SETTINGS'; the examples are in the README of binnacle-gateway"
    }
  }
  [ ! -s "$settings" ] || mv "$settings" "$settings.old"
  {
    printf 'service: %s\nkeyFile: %s\n' "$(quoted "$SERVICE")" "$(quoted "$key_file")"
    [ -z "$prefix" ] || printf 'dataFolder: %s\n' "$(quoted "$prefix/var/lib/binnacle-gateway")"
    [ -z "$hour_meter" ] || printf 'hourMeter: %s\n' "$(quoted "$hour_meter")"
    if [ -n "$inputs" ]; then printf 'inputs:\n%s' "$inputs"; else printf '%s\n' "$found"; fi
  } >"$settings"
  say "Settings, in $settings:"
  sed 's/^/    /' "$settings"
}

# As the program's first line wants it, with the full path of Node, which systemd may not find.
start_command() {
  sed -n "1{s|^#!\(.*\) -S|\1|;s| node | $node |p;}" "$main"
}

unit_file() {
  sed "s|^ExecStart=.*|ExecStart=$(start_command) $main run|" \
    "${main%/dist/main.cjs}/examples/binnacle-gateway.service" >"$work/unit"
  # Where the service has a certificate of its own authority (TLS=local).
  [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || {
    mv "$work/unit" "$work/plain"
    {
      sed '/^DynamicUser=/,$d' "$work/plain"
      printf 'Environment="NODE_EXTRA_CA_CERTS=%s"\n' "$(printf %s "$NODE_EXTRA_CA_CERTS" | sed 's/[\\"]/\\&/g; s/%/%%/g')"
      sed -n '/^DynamicUser=/,$p' "$work/plain"
    } >"$work/unit"
  }
}

write_unit() {
  unit_file
  install -m 644 "$work/unit" /etc/systemd/system/binnacle-gateway.service
  systemctl daemon-reload
}

wait_for_readings() { gateway status --config "$settings" --wait 300; }

start_unit() {
  systemctl enable --quiet binnacle-gateway
  systemctl restart binnacle-gateway
  say 'The gateway runs, and starts with this computer. Waiting for the first reading ...'
  wait_for_readings || fail 'see also: journalctl -u binnacle-gateway'
}

# Without systemd it runs until the first reading, and its owner starts it as this computer starts programs.
start_once() {
  # Not by the function: a signal would end its subshell, and the gateway would go on.
  "$node" "$main" run --config "$settings" >"$work/gateway.log" 2>&1 &
  running=$!
  say 'Waiting for the first reading ...'
  wait_for_readings || {
    cat "$work/gateway.log" >&2
    fail 'no reading has arrived'
  }
  kill "$running"
  wait "$running" || :
  running=
  say 'It is stopped now. There is no systemd unit for it; this starts it:'
  say "    $(word "$node") $(word "$main") run --config $(word "$settings")"
}

clean_up() {
  [ -z "$running" ] || kill "$running" 2>/dev/null || :
  rm -rf "$work"
}

read_options() {
  given_key='' inputs='' hour_meter='' prefix='' dry_run=''
  while [ $# -gt 0 ]; do
    case $1 in
      --dry-run) dry_run=yes ;;
      --help | -h) usage && exit ;;
      --key-file | --input | --hour-meter | --prefix)
        [ $# -gt 1 ] || fail "$1 needs a value"
        case $1 in
          --key-file) given_key=$2 ;;
          --input) inputs="$inputs  - {$2}
" ;;
          --hour-meter) hour_meter=$2 ;;
          --prefix) prefix=$2 ;;
        esac
        shift
        ;;
      *) fail "there is no option $1; --help shows them" ;;
    esac
    shift
  done
  [ -z "$given_key" ] || [ -r "$given_key" ] || fail "the key file $given_key cannot be read"
}

main() {
  read_options "$@"
  case ${NODE_EXTRA_CA_CERTS:-/} in /*) ;; *) fail 'NODE_EXTRA_CA_CERTS must be an absolute path: the service that runs later has another folder' ;; esac
  find_node
  work=$(mktemp -d) running=''
  trap clean_up EXIT
  trap 'exit 130' INT TERM
  [ -z "$dry_run" ] || prefix=$work/dry-run
  case $prefix in '' | /*) ;; *) prefix=$(pwd)/$prefix ;; esac
  [ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail 'run this as root (... | sudo sh), or give --prefix DIR'
  mkdir -p "$prefix/etc"
  settings=$prefix/etc/binnacle-gateway.yaml key_file=$prefix/etc/binnacle-gateway.key

  download
  store_key
  install_package
  write_settings
  unit=''
  if [ -z "$prefix" ] && [ -d /run/systemd/system ]; then unit=yes && write_unit; fi
  gateway check --config "$settings" ||
    fail "the check found a problem. Correct it, then run this again${unit:+; to start the gateway all the same: systemctl enable --now binnacle-gateway}"
  if [ -n "$dry_run" ]; then
    say 'This was a dry run: nothing is installed.'
  elif [ -n "$unit" ]; then
    start_unit
  else
    start_once
  fi
}

# At the end, so that a script that arrives in part does nothing.
main "$@"
