/** A time as a datetime-local field wants it, in the reader's time zone: 2026-05-14T09:30. */
export function toField(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Such a field's time, ms; NaN while it is not filled in. */
export const fromField = (text: string): number => (text === '' ? Number.NaN : new Date(text).getTime())
