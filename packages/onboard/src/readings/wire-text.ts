/** Lengths of the service's text fields, in code points. Source: vessel-data-api.md, "Reading". */
const INSTANCE_LENGTH = 40
const TEXT_LENGTH = 120

const NOT_STORABLE = /[\0\p{Surrogate}]/gu

/** A text from a boat's network as the service takes it: one bad name would have the whole batch refused. */
function fit(text: string, length: number): string {
  return [...text.replace(NOT_STORABLE, '')].slice(0, length).join('')
}

export const fitInstance = (instance: string): string => fit(instance, INSTANCE_LENGTH)
export const fitText = (text: string): string => fit(text, TEXT_LENGTH)
