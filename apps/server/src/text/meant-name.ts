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

const sorted = (spelled: string) => [...spelled].sort().join('')

/** Whether the names differ in the order of their letters only. */
export const hasSameLetters = (a: string, b: string): boolean => sorted(spelling(a)) === sorted(spelling(b))

/**
 * How many typing errors lie between two spellings; Infinity for more than are allowed. Most lengths already differ by more, which
 * costs nothing: a body of anyone may have thousands of names. Two exchanged letters are one error, which an edit distance counts
 * as two.
 */
function errorsBetween(typed: string, name: string): number {
  const allowed = errorsAllowed(Math.min(typed.length, name.length))
  if (Math.abs(typed.length - name.length) > allowed) return Number.POSITIVE_INFINITY
  const distance = leven(typed, name)
  const errors = distance > 1 && typed.length === name.length && sorted(typed) === sorted(name) ? 1 : distance
  return errors <= allowed ? errors : Number.POSITIVE_INFINITY
}

/** The known name that an unknown one seems to mean: `liters` means litres, `engineHours` engine_hours, `ttile` title. */
export function meantName(unknown: string, known: Iterable<string>): string | undefined {
  if (!NAME.test(unknown)) return undefined
  const typed = spelling(unknown)
  const near = [...known]
    .map((name) => ({ name, errors: errorsBetween(typed, spelling(name)) }))
    .filter(({ errors }) => Number.isFinite(errors))
  return near.sort((a, b) => a.errors - b.errors)[0]?.name
}
