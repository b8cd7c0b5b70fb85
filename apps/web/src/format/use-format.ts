import { type Format, makeFormat } from './format.ts'
import { localeOf, usePreferences } from './preferences.ts'

let last: Format | undefined

/** Numbers, units, dates and money as this reader likes them; one for the whole page. */
export function useFormat(): Format {
  const { language, units } = usePreferences().preferences
  const locale = localeOf(language, navigator.languages)
  if (last?.locale !== locale || last.units !== units) last = makeFormat({ locale, units })
  return last
}
