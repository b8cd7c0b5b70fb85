import { useMemo } from 'react'
import { type Format, makeFormat } from './format.ts'
import { localeOf, usePreferences } from './preferences.ts'

/** Numbers, units, dates and money as this reader likes them. */
export function useFormat(): Format {
  const { language, units } = usePreferences().preferences
  return useMemo(() => makeFormat({ locale: localeOf(language, navigator.languages), units }), [language, units])
}
