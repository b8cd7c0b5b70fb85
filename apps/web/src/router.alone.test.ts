import './testing/modules.ts'
import './testing/browser.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'

const [{ makeAppRouter, openFirst }, { makeQueryClient }] = await Promise.all([
  import('./router.tsx'),
  import('./api/query-client.ts'),
])

after(() => (window as unknown as { happyDOM: { abort(): Promise<void> } }).happyDOM.abort())

// In a process of its own: its router is never drawn nor ended, and tests of pages that came after it there did not end.
test('the first page is given of its address what its reader knows, and nothing else', async () => {
  history.replaceState(null, '', '/sign-in?error=expired&to=5&x=1#below')
  const router = makeAppRouter(
    makeQueryClient(
      () => {},
      () => {},
    ),
  )
  await openFirst(router)
  assert.deepEqual(router.state.matches.at(-1)?.search, { error: 'expired' })
  assert.equal(location.pathname + location.search + location.hash, '/sign-in?error=expired#below')
})
