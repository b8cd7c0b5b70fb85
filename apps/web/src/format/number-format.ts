const made = new Map<string, Intl.NumberFormat>()

/** Intl's format for numbers, of which zero has no sign; each is made once, since a phone takes a millisecond for one. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let format = made.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options })
    made.set(key, format)
  }
  return format
}
