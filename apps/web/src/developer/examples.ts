import type { Scope } from '@binnacle/contract'

/** Where a shell finds the key, so that it is in no history and no file. */
export const KEY_VARIABLE = '$BINNACLE_KEY'

const authorized = (key: string, quote: string) => `-H ${quote}Authorization: Bearer ${key}${quote}`

const logHours = (origin: string, vesselId: string, header: string): string =>
  `curl ${origin}/v1/vessels/${vesselId}/hours ${header} \\
  -H 'Content-Type: application/json' -d '{"hours": 1234}'`

/** A line for a terminal that uses the key just made, as its scopes allow. */
export const tryKey = (origin: string, key: string, scopes: readonly Scope[], vesselId: string): string =>
  scopes.includes('read:vessel')
    ? `curl ${origin}/v1/vessels ${authorized(key, "'")}`
    : logHours(origin, vesselId, authorized(key, "'"))

/** In double quotes the shell puts the variable's value in. */
const fromVariable = authorized(KEY_VARIABLE, '"')

export const dueExample = (origin: string, vesselId: string): string =>
  `curl ${origin}/v1/vessels/${vesselId}/due ${fromVariable}`

export const hoursExample = (origin: string, vesselId: string): string => logHours(origin, vesselId, fromVariable)

/** A sensor for Home Assistant's configuration.yaml; the key is in its secrets.yaml. */
export const homeAssistantExample = (origin: string, vesselId: string): string => `rest:
  - resource: ${origin}/v1/vessels/${vesselId}/due
    headers:
      Authorization: !secret binnacle_authorization # Bearer bnk_…
    scan_interval: 900
    sensor:
      - name: Overdue on the boat
        value_template: >
          {{ value_json['items'] | selectattr('status', 'eq', 'overdue') | list | count }}`
