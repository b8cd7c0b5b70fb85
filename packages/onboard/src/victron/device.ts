/** A device behind a GX, with its valid values by path. */
export interface Device {
  service: string
  instance: string
  /** What the owner called it on the GX, unlike any other of its service. */
  name?: string
  values: ReadonlyMap<string, number | string>
}

export function numberAt({ values }: Device, path: string): number | undefined {
  const value = values.get(path)
  return typeof value === 'number' ? value : undefined
}

export const NAME_PATH = 'CustomName'

/** Gives each device of a service the name that its owner gave it; two of one name keep their numbers behind it. */
export function setNames(devices: readonly Device[]): void {
  const given = (device: Device) => String(device.values.get(NAME_PATH) ?? '').trim()
  for (const device of devices) {
    const name = given(device)
    const isShared = devices.some((one) => one !== device && given(one).toLowerCase() === name.toLowerCase())
    // A number would be another device's.
    device.name = /^\d*$/.test(name) ? undefined : isShared ? `${name} ${device.instance}` : name
  }
}
