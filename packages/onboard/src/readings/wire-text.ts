import { LIMITS } from '@binnacle/contract'

const NOT_STORABLE = /[\0\p{Surrogate}]/gu

/** A text from a boat's network as the service takes it, cut in code points: one bad name would have the whole batch refused. */
function fit(text: string, length: number): string {
  return [...text.replace(NOT_STORABLE, '')].slice(0, length).join('')
}

export const fitInstance = (instance: string): string => fit(instance, LIMITS.readingText.instance)
export const fitText = (text: string): string => fit(text, LIMITS.readingText.text_value)
