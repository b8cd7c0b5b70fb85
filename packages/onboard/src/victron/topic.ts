/** What one MQTT message of a GX device says of one D-Bus value. */
interface VenusValue {
  /** VRM portal id of the GX. */
  portal: string
  /** battery, tank, vebus, …; with the number it has among them a device's name. */
  service: string
  instance: string
  /** Dc/0/Voltage */
  path: string
  /** null where the value is not valid now, or the device is gone. */
  value: number | string | null
}

/**
 * Reads N/<portal>/<service>/<instance>/<path> with {"value": …}; undefined for any other topic and for what is no JSON. An
 * empty payload says that the device is gone. Source: victronenergy/dbus-flashmq, README, "Notifications".
 */
export function readVenusValue(topic: string, payload: string): VenusValue | undefined {
  const [, portal, service, instance, path] = /^N\/([^/]+)\/([^/]+)\/(\d+)\/(.+)$/.exec(topic) ?? []
  if (portal === undefined || service === undefined || instance === undefined || path === undefined) return undefined
  const value = payload === '' ? null : parsed(payload)
  return value === undefined ? undefined : { portal, service, instance, path, value }
}

/** Lists and flags are of no interest; D-Bus writes an invalid value as an empty list. */
function parsed(payload: string): VenusValue['value'] | undefined {
  try {
    const { value } = JSON.parse(payload)
    return typeof value === 'number' || typeof value === 'string' ? value : null
  } catch {
    return undefined
  }
}
