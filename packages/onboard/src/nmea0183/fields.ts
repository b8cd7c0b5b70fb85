/** A number as a field has it; undefined for an empty or malformed one ("-1.-3" is in gofree-merrimac.log). */
export function decimal(field: string | undefined): number | undefined {
  return field !== undefined && /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(field) ? Number(field) : undefined
}

/** "6005.071" and "N", or "02332.346" and "E", as degrees: south and west are below zero. `hemispheres` is NS or EW. */
export function degrees(
  field: string | undefined,
  hemisphere: string | undefined,
  hemispheres: 'NS' | 'EW',
): number | undefined {
  const [, whole, minutes] = /^(\d{1,3})(\d\d(?:\.\d*)?)$/.exec(field ?? '') ?? []
  const side = hemisphere?.length === 1 ? hemispheres.indexOf(hemisphere) : -1
  if (side === -1 || !(Number(minutes) < 60)) return undefined
  const value = Number(whole) + Number(minutes) / 60
  if (value > (hemispheres === 'NS' ? 90 : 180)) return undefined
  return side === 0 ? value : -value
}
