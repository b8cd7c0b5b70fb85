import { LANGUAGES, type Language } from '@binnacle/contract'

/**
 * The language that a reader's Accept-Language likes best of those that there are texts in; English without one. Source: RFC
 * 9110, 12.5.4.
 */
export function acceptedLanguage(header = ''): Language {
  const wanted = header
    .split(',')
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const language = tag === '*' ? 'en' : LANGUAGES.find((one) => one === tag)
    if (language) return language
  }
  return 'en'
}

/** "de-AT;q=0.8": the language without its region, and how much it is wanted. */
function readRange(text: string): { tag: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { tag: range.split('-')[0]!, quality: Number(quality) }
}
