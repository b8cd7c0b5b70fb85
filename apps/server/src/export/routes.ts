import * as contract from '@binnacle/contract'
import { record } from '../audit/record.ts'
import type { FrameStore } from '../cameras/stores/frame-store.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/route/register.ts'
import { AtOnce } from '../limits/at-once.ts'
import { archive } from './archive.ts'
import { contentsOf } from './contents.ts'
import { exportSize } from './size-sql.ts'

export function exportRoutes(handle: Handle, database: Database, store: FrameStore): void {
  const { db } = database
  // Packing keeps a core busy, so that a few at once would slow everything down for everyone.
  const downloads = new AtOnce(1)

  handle(contract.exportData, async (call) => {
    const { caller, request, reply, now } = call
    const asFile = () =>
      reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="binnacle-${now.toISOString().slice(0, 10)}.zip"`)
    if (request.method === 'HEAD') {
      asFile()
      return ''
    }
    return downloads.begin(caller.id, reply.raw, async () => {
      asFile()
      await record(db, call, 'data_exported')
      return archive(contentsOf(database, store, caller.id, now))
    })
  })

  handle(contract.getExportSize, async ({ caller }) => ({ size: await exportSize(db, caller.id) }))
}
