import type { QueryClient } from '@tanstack/react-query'
import { type AnswerOf, ApiProblem } from '../../api/client.ts'
import { type Entry, localId } from '../entry.ts'
import { outboxOf, renameOutbox } from './outboxes.ts'
import { putStarted } from './walk-cache.ts'

/** All that was said of an inspection goes before its completion, which is refused with what was refused of it. */
export async function sendAnswers(queries: QueryClient, { vesselId, id }: Entry): Promise<void> {
  const refused = await outboxOf(queries, vesselId, id!).sendAll()
  if (refused) throw new ApiProblem(409, refused)
}

/** What was said of an inspection that is no longer there is not sent any more. */
export function forgetAnswers(queries: QueryClient, { vesselId, id }: Entry): void {
  outboxOf(queries, vesselId, id!).clear()
}

/** What was said of an inspection that was started here goes to the one that the service has now. */
export async function takeUpStarted(
  queries: QueryClient,
  entry: Entry,
  started: AnswerOf<'POST /app/vessels/{id}/inspections'>,
): Promise<void> {
  const { inspection, items } = started
  const outbox = outboxOf(queries, entry.vesselId, localId(entry))
  const itemOf = new Map(items.map(({ id, template_item_id }) => [template_item_id ?? '', id]))
  putStarted(queries, entry.vesselId, started)
  renameOutbox(queries, outbox, inspection.id)
  await outbox.readdress(inspection.id, itemOf)
}
