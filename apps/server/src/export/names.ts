const LONGEST = 60

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A text as the name of a folder on any system: letters, digits and marks of any language, one space between them; never empty,
 * never a path, a device or a hidden file.
 */
export function fileName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ')
    .trim()
  const short = [...plain].slice(0, LONGEST).join('').trim()
  return short === '' ? 'unnamed' : DEVICE.test(short) ? `${short}_` : short
}

/** The names in their order, each other than those before it, in capitals or not: "Aurora", "aurora 2". */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct.toLowerCase()); number++) distinct = `${name} ${number}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}

/** An instant as a file's name that sorts by time: 2026-05-14 093000.250Z. Windows has no colons in names. */
export const timeName = (at: Date): string => at.toISOString().replace('T', ' ').replaceAll(':', '')
