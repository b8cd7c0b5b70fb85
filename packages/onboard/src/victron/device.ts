/** A device behind a GX, with its valid values by path. */
export interface Device {
  service: string
  instance: string
  values: ReadonlyMap<string, number | string>
}

export function numberAt({ values }: Device, path: string): number | undefined {
  const value = values.get(path)
  return typeof value === 'number' ? value : undefined
}
