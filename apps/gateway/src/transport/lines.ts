import { MAX_LINE_LENGTH } from '@binnacle/onboard'

/** Cuts bytes as they arrive into lines, without their ends and without empty ones. A line that never ends is dropped. */
export function lineSplitter(line: (text: string) => void): (bytes: Buffer) => void {
  let rest = ''
  return (bytes) => {
    // One byte, one character: these formats are ASCII, and noise must not become something longer.
    const lines = (rest + bytes.toString('latin1')).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) rest = ''
    for (const text of lines) if (text !== '' && text.length <= MAX_LINE_LENGTH) line(text)
  }
}
