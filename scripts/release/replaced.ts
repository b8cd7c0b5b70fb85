import { readFileSync } from 'node:fs'

/** Throws when a part is not there: somebody changed the file, and this here is to follow. */
export function replaced(file: string, parts: [string, string][]): Buffer {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of parts) {
    if (!text.includes(from)) throw new Error(`${file} no longer has: ${from.trim()}`)
    text = text.replace(from, to)
  }
  return Buffer.from(text)
}
