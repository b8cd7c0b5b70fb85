/**
 * The form of a title by which a service entry finds its task: trimmed, in any case, however its accents are encoded.
 * Notes are searched in the same form.
 * By way of upper case, so that "Straße" is "STRASSE" and both sigmas are one; and to it by way of lower case, for "STRAẞE". Stored with tasks and service entries, and
 * computed nowhere else.
 */
export const titleKey = (title: string): string =>
  title.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** What is new, the first of each title; and the titles of what is there already or comes a second time. */
export function withoutDoubles<T extends { title: string }>(given: readonly T[], keys: ReadonlySet<string>) {
  const seen = new Set(keys)
  const [added, doubles]: [T[], string[]] = [[], []]
  for (const one of given) {
    const key = titleKey(one.title)
    if (seen.has(key)) doubles.push(one.title)
    else added.push(one)
    seen.add(key)
  }
  return { added, doubles }
}
