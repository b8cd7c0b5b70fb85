import { numberFormat } from '../format/number-format.ts'

/** A decimal as the reader writes it, without groups: it is edited, not admired. */
export const decimalText = (value: number, locale: string): string =>
  numberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 }).format(value)

/** What is left of a number without what people put between its digits. */
const bareOf = (text: string) => text.replace(/[\s'’\u00a0\u202f]/g, '').replace('−', '-')

/** 1,234 or 1.234.567: one kind of separator, three digits behind each. */
const isGrouped = (bare: string) => /^-?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.test(bare)

/**
 * The number in a text, read by what it can mean: 129.9 and 129,9 are the same, since the keys of a phone and what is pasted have
 * the one or the other. Where both are in it, the last one begins the decimals: 1.234,50. Three digits behind one separator are a
 * group where so many decimals cannot be (1,234 as a cost); else the reader's language decides. null for nothing, NaN for no number.
 */
export function parseDecimal(text: string, decimals = 3, locale = 'en'): number | null {
  const bare = bareOf(text)
  if (bare === '') return null
  if (isGrouped(bare) && (decimals < 3 || /[.,].*[.,]/.test(bare) || bare.includes(groupOf(locale))))
    return Number(bare.replace(/[.,]/g, ''))
  const [, sign = '', number = ''] = /^(-?)([\d.,]*\d[\d.,]*)$/.exec(bare) ?? []
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  const whole = last < 0 ? number : number.slice(0, last)
  const isWhole = /^\d*$/.test(whole) || (isGrouped(whole) && !whole.includes(number.charAt(last)))
  if (number === '' || !isWhole) return Number.NaN
  return Number(`${sign}${whole.replace(/[.,]/g, '') || '0'}.${(last >= 0 && number.slice(last + 1)) || '0'}`)
}

/** What a language puts between thousands, where that is a comma or a point. */
const groupOf = (locale: string): string =>
  numberFormat(locale)
    .formatToParts(1234567)
    .find(({ type }) => type === 'group')?.value ?? ','

/** Whether a reader may take the text for another number than it was read as: then the field says what it is. */
export function isSurprising(text: string, value: number | null, locale: string): boolean {
  const bare = bareOf(text)
  if (value === null || Number.isNaN(value) || !/[.,]/.test(bare)) return false
  const decimal = numberFormat(locale)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  return !/^-?\d*[.,]\d*$/.test(bare) || !bare.includes(decimal ?? '.') || Number(bare.replace(',', '.')) !== value
}

/** Whether it has at most so many decimals; what is no number has not. */
export const hasDecimals = (value: number | null, most: number): boolean =>
  value === null || Number(value.toFixed(most)) === value

/**
 * The whole number in a text: 2,090 is 2090. Decimals are NaN, unless they are cut as the hour meter cuts them: 412.5 h is 412.
 * null for nothing, NaN for what is no number.
 */
export function parseWhole(text: string, cut = false): number | null {
  const value = parseDecimal(text, 0)
  if (value === null || value < 0) return value === null ? null : Number.NaN
  return cut ? Math.floor(value) : Number.isInteger(value) ? value : Number.NaN
}

/** What a field of a whole number holds is one, or nothing. */
export const isWhole = (field: number | string): boolean => field === '' || Number.isInteger(Number(field))
