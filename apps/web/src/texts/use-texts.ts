import { createContext, useContext } from 'react'
import type { Texts } from './en.ts'

export const TextsContext = createContext<Texts | null>(null)

/** Every text that people see, in the reader's language. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext)
  if (!texts) throw new Error('there is no catalogue around this')
  return texts
}
