import { type ReactNode, use } from 'react'
import { usePreferences } from '../format/preferences.ts'
import { allTexts } from './languages.ts'
import { TextsContext } from './use-texts.ts'

/** All texts of the reader's language around what is in it, which waits for them. */
export function AllTexts({ children }: { children: ReactNode }) {
  const { language } = usePreferences().preferences
  return <TextsContext value={use(allTexts(language))}>{children}</TextsContext>
}
