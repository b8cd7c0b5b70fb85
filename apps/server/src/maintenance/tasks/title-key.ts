/**
 * The normalized title that matches service entries to tasks: trimmed, independent of case and of the encoding of accents. It is
 * stored with tasks and service entries; notes are searched in the same form. Upper case turns "Straße" into "STRASSE" and both
 * sigmas into one; lower case before it is needed for "STRAẞE".
 */
export const titleKey = (title: string): string =>
  title.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** Splits the entries into those with new titles and the titles that exist already or are repeated. `keys`: existing title keys. */
export function withoutDuplicates<T extends { title: string }>(given: readonly T[], keys: ReadonlySet<string>) {
  const seen = new Set(keys)
  const [added, duplicates]: [T[], string[]] = [[], []]
  for (const one of given) {
    const key = titleKey(one.title)
    if (seen.has(key)) duplicates.push(one.title)
    else added.push(one)
    seen.add(key)
  }
  return { added, duplicates }
}
