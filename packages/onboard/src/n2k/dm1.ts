/**
 * The active trouble codes of a J1939 DM1 message (PGN 65226), as "SPN 100 FMI 1". canboatjs does not convert DM1.
 * Two bytes of lamps, then four bytes a code: 19 bits suspect parameter, 5 bits failure mode, 8 bits count.
 * Source: SAE J1939-73, 5.7.1. All zeros, or all ones, is an engine without a fault.
 */
export function troubleCodes(data: Uint8Array): string[] {
  const codes: string[] = []
  for (let i = 2; i + 3 < data.length; i += 4) {
    const [low = 0, middle = 0, high = 0] = data.subarray(i, i + 3)
    const spn = low | (middle << 8) | ((high >> 5) << 16)
    const fmi = high & 0x1f
    if ((spn !== 0 || fmi !== 0) && spn !== 0x7ffff) codes.push(`SPN ${spn} FMI ${fmi}`)
  }
  return codes
}
