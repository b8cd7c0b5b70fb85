import { use } from 'react'
import { usePreferences } from '../format/preferences.ts'
import { allTexts } from '../texts/languages.ts'
import { TextsContext } from '../texts/use-texts.ts'
import { Shell } from './shell.tsx'

/** Every page of somebody who is signed in, with all texts around it. */
export function Owner() {
  const { language } = usePreferences().preferences
  return (
    <TextsContext value={use(allTexts(language))}>
      <Shell />
    </TextsContext>
  )
}
