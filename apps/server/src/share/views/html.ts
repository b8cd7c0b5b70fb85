/** Text that is already HTML or XML, made by `html` and by nothing else. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type { Markup }

type Interpolation = string | number | null | undefined | false | Markup | readonly Interpolation[]

/**
 * What is removed from every text: control characters but tab and line feed (XML 1.0 has no way to write the others),
 * lone surrogates, U+FFFE and U+FFFF, and the bidirectional embeddings, overrides and isolates, with which a name could
 * turn around the words after it. Text in Hebrew or Arabic needs none of these.
 */
const UNPRINTABLE = /[\p{Cs}\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

/** The text without what no document may carry. For places that are not markup, such as JSON. */
export const clean = (text: string): string => text.replace(UNPRINTABLE, '')

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => clean(text).replace(/[&<>"']/g, (character) => REFERENCES[character] ?? '')

const render = (value: Interpolation): string => {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  return value instanceof Markup ? value.text : value.map(render).join('')
}

/**
 * A tagged template whose every interpolation is escaped, unless it was made by `html` itself; null, undefined and false
 * leave nothing, arrays are joined. Safe in text and in quoted attributes, not as the scheme of a link.
 */
export const html = (parts: TemplateStringsArray, ...values: Interpolation[]): Markup =>
  new Markup(parts.reduce((text, part, place) => text + render(values[place - 1]) + part))

/** The same for XML: the five references and the removed characters are chosen so that one rule serves both. */
export const xml = html

/** A constant of the program, such as a style sheet, inserted without escaping. Never for a user's text. */
export const verbatim = (constant: string): Markup => new Markup(constant)
