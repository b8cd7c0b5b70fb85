/** How engines are named, by their number on the network: as n2k-signalk does, on boats with one engine too. */
export function engineName(number: number): string {
  return ['port', 'starboard'][number] ?? String(number)
}

/** Grey and black tank are often both number 0 and share a metric, so the black one says that it is. */
export function blackTankName(number: number | string): string {
  return `black-${number}`
}
