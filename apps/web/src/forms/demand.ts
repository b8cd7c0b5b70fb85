import type { FirstTexts } from '../texts/en-first.ts'

type Words = FirstTexts['common']['demands']

/** The sentences of the service (apps/server/src/http/route/validate.ts and the rules behind it), and what each asks for. */
const DEMANDS: readonly [sentence: RegExp, text: (words: Words, limit: string) => string][] = [
  [/^(?:is required|must not be (?:empty|blank))$/, (words) => words.required],
  [/^must be at least (\d+) characters$/, (words, least) => words.leastCharacters(Number(least))],
  [/^must be at most (\d+) characters?$/, (words, most) => words.mostCharacters(Number(most))],
  [/^must be at most (\d+) items?$/, (words, most) => words.mostItems(Number(most))],
  [/^must be at least (-?[\d.]+)$/, (words, least) => words.least(Number(least))],
  [/^must be at most (-?[\d.]+)$/, (words, most) => words.most(Number(most))],
  [/^must be a multiple of 0\.(0*1)$/, (words, step) => words.decimals(step.length)],
  [/^must be (?:an integer|a number)(?: or null)?$/, (words) => words.number],
  [/^must be an RFC 3339 date-time/, (words) => words.date],
  [/^must begin with http/, (words) => words.link],
  [/^must be in the future$/, (words) => words.future],
  [/^must be one of /, (words) => words.choice],
  [/^must not (?:contain|have) .*(?:U\+0000|surrogate)/, (words) => words.characters],
]

/** What the service asks of a field, in the reader's language. `sentence` is the service's, after the field's name. */
export function demandText(sentence: string, words: Words): string {
  for (const [pattern, text] of DEMANDS) {
    const found = pattern.exec(sentence)
    if (found) return text(words, found[1] ?? '')
  }
  return words.other(sentence)
}
