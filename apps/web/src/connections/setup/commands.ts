import { shellWord } from '@binnacle/contract/shell-word'
import { type GatewayParts, gatewayFile, inputLine, KEY_FILE, SETTINGS_FILE } from './gateway-file.ts'

/** What stands where the key would, once it is not shown any more. */
const KEY_GAP = 'ct_…'

/** Writes a file that only root can read; pasted as it is into a shell, whatever is in the file. */
const rootFile = (path: string, text: string) =>
  `sudo install -m 600 /dev/stdin ${path} <<'END'\n${text.trimEnd()}\nEND`

/** Installs the gateway with these inputs and asks for the key on board. Source: apps/server/src/onboard/install.sh. */
export const installLine = ({ service, inputs, hourMeter }: GatewayParts): string =>
  [
    `curl -fsSL ${service}/onboard/install.sh | sudo sh -s --`,
    ...inputs.map((input) => `--input ${shellWord(inputLine(input))}`),
    ...(hourMeter?.trim() ? [`--hour-meter ${shellWord(hourMeter.trim())}`] : []),
  ].join(' ')

export const pluginInstall = (service: string): string => `npm install ${service}/onboard/signalk-binnacle.tgz`

/** The commands of apps/gateway/README.md, in their order, for a terminal on board. `key` is null when it is not known any more. */
export function gatewayCommands(parts: GatewayParts, key: string | null) {
  return {
    install: `sudo npm install -g ${parts.service}/onboard/binnacle-gateway.tgz`,
    key: rootFile(KEY_FILE, key ?? KEY_GAP),
    settings: rootFile(SETTINGS_FILE, gatewayFile(parts)),
    check: 'sudo binnacle-gateway check',
    start: [
      'sudo cp "$(npm root -g)/binnacle-gateway/examples/binnacle-gateway.service" /etc/systemd/system/',
      'sudo systemctl enable --now binnacle-gateway',
    ].join('\n'),
  }
}

const authorization = (key: string | null) => `-H 'Authorization: Bearer ${key ?? KEY_GAP}'`

/** A reading, sent by curl. */
export const readingCommand = (service: string, key: string | null): string =>
  [
    `curl -sS ${service}/v1/telemetry`,
    authorization(key),
    "-H 'Content-Type: application/json'",
    `-d '{"readings": [{"metric": "battery_voltage", "value": 12.7, "unit": "V", "instance": "house"}]}'`,
  ].join(' \\\n  ')

/** A picture, sent by curl; a command line would be too short for it. */
export const pictureCommand = (service: string, key: string | null): string =>
  [
    `printf '{"label": "Cockpit", "image_base64": "%s"}' "$(base64 < picture.jpg | tr -d '\\n')" |`,
    [
      `curl -sS ${service}/v1/cameras/frames`,
      authorization(key),
      "-H 'Content-Type: application/json'",
      '--data-binary @-',
    ].join(' \\\n  '),
  ].join('\n')

/** What the settings of the Signal K plugin want, by their names there. Source: apps/signalk-plugin/src/schema.ts. */
export const pluginSettings = (service: string, key: string | null) => ({ url: service, key: key ?? KEY_GAP })

/** Whether an address reaches the service from the computer it runs on only, so that no onboard device on a boat can use it. */
export function isOnlyHere(service: string): boolean {
  const { hostname } = new URL(service)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\])/.test(hostname)
}
