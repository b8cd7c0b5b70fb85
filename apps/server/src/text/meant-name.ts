import leven from 'leven'

/** Longer names, or names with other characters, are no typing error of ours. */
const NAME = /^[\w .-]{1,64}$/

/** The name without what spellings differ in: case, separators, and the American "liter". */
const spelling = (name: string) =>
  name
    .toLowerCase()
    .replace(/[_ .-]/g, '')
    .replace('liter', 'litre')

/** Two errors in names of five letters or more, one in three or four, none in shorter ones. */
const errorsAllowed = (shorter: number) => (shorter >= 5 ? 2 : shorter >= 3 ? 1 : 0)

const letters = (name: string) => [...spelling(name)].sort().join('')

/** Whether the names differ in the order of their letters only. */
export const hasSameLetters = (a: string, b: string): boolean => letters(a) === letters(b)

/** Two exchanged letters are one typing error, which an edit distance counts as two. */
function errorsBetween(typed: string, name: string): number {
  const distance = leven(spelling(typed), spelling(name))
  return hasSameLetters(typed, name) ? Math.min(1, distance) : distance
}

/** The known name that an unknown one seems to mean: `liters` means litres, `engineHours` engine_hours, `ttile` title. */
export function meantName(unknown: string, known: Iterable<string>): string | undefined {
  if (!NAME.test(unknown)) return undefined
  const near = [...known]
    .map((name) => ({ name, errors: errorsBetween(unknown, name) }))
    .filter(({ name, errors }) => errors <= errorsAllowed(Math.min(spelling(unknown).length, spelling(name).length)))
  return near.sort((a, b) => a.errors - b.errors)[0]?.name
}
