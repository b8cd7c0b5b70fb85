import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SEARCH } from '../../../docs/site/.vitepress/config.ts'
import { builtHelp } from '../testing/help.ts'
import { vitePress } from './build.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** What VitePress' search box gives to MiniSearch, besides what we set. */
const OF_VITEPRESS = { prefix: true, boost: { title: 4, text: 2, titles: 1 } }

test('the search finds what is looked for, by the words of the app and by those of the trouble', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-search-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [, code] = [...(await builtHelp(folder))].find(([path]) => path.includes('@localSearchIndexroot'))!
  const { default: index } = await import(`data:text/javascript;base64,${code.toString('base64')}`)
  const { default: MiniSearch } = await import(join(await vitePress(ROOT), 'minisearch/dist/es/index.js'))
  const search = MiniSearch.loadJSON(index, { fields: ['title', 'titles', 'text'], storeFields: ['title'] })
  const found = (words: string): { id: string; terms: string[] }[] =>
    search.search(words, { ...OF_VITEPRESS, ...SEARCH.options.miniSearch.searchOptions })
  for (const [words, page] of [
    ['hour meter', '/help/trouble#the-hour-meter-shows-wrong-engine-hours'],
    ['engine hours', '/help/trouble#the-hour-meter-shows-wrong-engine-hours'],
    ['disk full', '/help/trouble#the-disk-is-full'],
    ['nothing arrives', '/help/trouble#nothing-arrives'],
    ['set-up token', '/help/trouble#the-first-account-asks-for-a-set-up-token'],
    ['forgot pasword', '/help/operating#a-lost-password'],
  ] as const)
    assert.ok(
      found(words)
        .slice(0, 3)
        .some(({ id }) => id === page),
      `${words}: ${found(words)
        .slice(0, 3)
        .map(({ id }) => id)}`,
    )
  const taken = new Set(found('hour').flatMap(({ terms }) => terms))
  assert.deepEqual([taken.has('hours'), taken.has('your'), taken.has('four')], [true, false, false])
})
