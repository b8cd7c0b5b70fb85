import { PGlite } from '@electric-sql/pglite'
export async function openEmbedded(_dataDir: string, _options: { sync?: boolean } = {}) {
  const pglite = await PGlite.create()
  return { pglite, syncs: () => 0, close: () => pglite.close() }
}
