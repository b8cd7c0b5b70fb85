import { createContext, useContext } from 'react'
import type { Texts } from './en.ts'
import type { FirstTexts } from './en-first.ts'

export const TextsContext = createContext<FirstTexts | Texts | null>(null)

/** What pages say before somebody is signed in, and what all pages share, in the reader's language. */
export function useFirstTexts(): FirstTexts {
  const texts = useContext(TextsContext)
  if (!texts) throw new Error('there is no catalogue around this')
  return texts
}

/** Every text that people see, in the reader's language; only on pages of somebody who is signed in. */
export function useTexts(): Texts {
  const texts = useFirstTexts()
  if (!('account' in texts)) throw new Error('a page without sign-in has useFirstTexts')
  return texts as Texts
}
