import type { Reasons } from '../../texts/keys.ts'

/** Why a message was not sent, as the reader says it. What the service says is English; a sentence that is not known stays so. */
export function reasonOf(said: string, reasons: Reasons): string {
  const known = Object.keys(reasons).find((start) => said === start || (start.endsWith(' ') && said.startsWith(start)))
  return known ? reasons[known]!.replace('…', () => said.slice(known.length)) : said
}
