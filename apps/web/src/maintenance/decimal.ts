/** A decimal as the reader writes it, without groups: it is edited, not admired. */
export const decimalText = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 }).format(value)

/**
 * The number in a text: 129.9 and 129,9 are the same, whatever the reader's language, since the keys of a phone have the one
 * or the other. Where both are in it the last one counts: 1.234,50. null for nothing, NaN for what is no number.
 */
export function parseDecimal(text: string): number | null {
  const bare = text.replace(/[\s'’\u00a0]/g, '').replace('−', '-')
  if (bare === '') return null
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const separators = bare.match(/[.,]/g) ?? []
  const isGroup = separators.length > 1 && new Set(separators).size === 1
  const whole = (last < 0 || isGroup ? bare : bare.slice(0, last)).replace(/[.,]/g, '')
  const fraction = last < 0 || isGroup ? '' : bare.slice(last + 1)
  return /^-?\d*$/.test(whole) && /^\d*$/.test(fraction) && /\d/.test(bare)
    ? Number(`${whole || '0'}.${fraction}`)
    : Number.NaN
}

/** Whether it has at most so many decimals; what is no number has not. */
export const hasDecimals = (value: number | null, most: number): boolean =>
  value === null || Number(value.toFixed(most)) === value

/**
 * The whole number in a text, its decimals cut as the meter cuts them: 412.5 h is 412. Three digits after a separator are a
 * group: 2,090 is 2090. null for nothing, NaN for what is no number.
 */
export function parseWhole(text: string): number | null {
  const bare = text.replace(/[\s'’\u00a0]/g, '')
  if (/^\d{1,3}([.,]\d{3})+$/.test(bare)) return Number(bare.replace(/[.,]/g, ''))
  const value = /^\d*([.,]\d*)?$/.test(bare) ? parseDecimal(bare) : Number.NaN
  return value === null ? null : Math.floor(value)
}

/** What a field of a whole number holds is one, or nothing. */
export const isWhole = (field: number | string): boolean => field === '' || Number.isInteger(Number(field))
