/** Sentences of the service by what they begin with, in the reader's language; `…` stands for what follows there, such as a status. */
export type Reasons = Readonly<Record<string, string>>

/** Why a message was not sent, as the reader says it. What the service says is English; a sentence that is not known stays so. */
export function reasonOf(said: string, reasons: Reasons): string {
  const known = Object.keys(reasons).find((start) => said === start || (start.endsWith(' ') && said.startsWith(start)))
  return known ? reasons[known]!.replace('…', () => said.slice(known.length)) : said
}
