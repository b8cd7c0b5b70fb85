/**
 * A name that people or devices gave: it cannot begin a line of its own, turn the text after it round, or grow when it is sent as
 * JSON.
 */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
