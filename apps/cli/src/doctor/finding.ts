/** What was found of a part of the installation; of what is not well, the text ends with what to do. */
export interface Finding {
  part: string
  ok: boolean
  text: string
}

export const fine = (part: string, text: string): Finding => ({ part, ok: true, text })
export const todo = (part: string, text: string): Finding => ({ part, ok: false, text })

/** In one line, as it is among the others. */
export const oneLine = ({ message }: Error): string =>
  message
    .replace(/^The settings are not right:/, '')
    .trim()
    .replace(/\s*\n\s*/g, '; ')

export const reasonOf = (error: unknown): string => {
  const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return message || code || String(error)
}
