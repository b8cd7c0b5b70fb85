import * as contract from '@binnacle/contract'
import { record } from '../audit/record.ts'
import type { FrameStore } from '../cameras/stores/frame-store.ts'
import type { Database } from '../db/database.ts'
import { ApiError, retryAfter } from '../http/errors.ts'
import type { Handle } from '../http/register.ts'
import { archive } from './archive.ts'
import { contentsOf } from './contents.ts'
import { exportSize } from './size-sql.ts'

/** How long whoever asks for a second download at once is asked to wait. */
const RETRY_MS = 30_000

export function exportRoutes(handle: Handle, database: Database, store: FrameStore): void {
  const { db } = database
  const underWay = new Set<string>()

  handle(contract.exportData, async (call) => {
    const { caller, request, reply, now } = call
    // Packing keeps a core busy, so that a few at once would slow everything down for everyone.
    if (underWay.has(caller.id)) throw new ApiError('rate_limited', undefined, retryAfter(RETRY_MS))
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="binnacle-${now.toISOString().slice(0, 10)}.zip"`)
    if (request.method === 'HEAD') return ''
    underWay.add(caller.id)
    try {
      await record(db, call, 'data_exported')
    } catch (error) {
      underWay.delete(caller.id)
      throw error
    }
    return archive(contentsOf(database, store, caller.id, now)).once('close', () => underWay.delete(caller.id))
  })

  handle(contract.getExportSize, async ({ caller }) => ({ size: await exportSize(db, caller.id) }))
}
