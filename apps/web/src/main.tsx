import './mantine.css'
import './global.css'
import {
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetLeft, makePersister } from './api/persist.ts'
import { makeQueryClient } from './api/query-client.ts'
import { isSessionOver } from './api/session.ts'
import { App } from './app.tsx'
import { loadPreferences } from './format/preferences.ts'
import { makeAppRouter, openFirst } from './router.tsx'
import { install } from './shell/installed.ts'
import { toSecondFactor } from './start/second-factor/to-second-factor.ts'
import { toSignIn } from './start/sign-in/to-sign-in.ts'
import { LANGUAGES } from './texts/languages.ts'

const DAY_MS = 86_400_000
/** What is kept in the browser is thrown away when it has another shape: count this up with it. */
const SHAPE = '1'

async function start(): Promise<void> {
  const preferences = loadPreferences()
  const queries = makeQueryClient(
    () => {
      if (!PUBLIC.test(location.pathname)) toSignIn(queries, router)
    },
    () => toSecondFactor(router),
  )
  const router = makeAppRouter(queries)
  const kept: PersistQueryClientOptions = {
    queryClient: queries,
    persister: makePersister(),
    maxAge: 30 * DAY_MS,
    buster: SHAPE,
    dehydrateOptions: {
      // Also what could not be read again since: that is when it will be wanted.
      shouldDehydrateQuery: ({ state, meta, queryKey }) =>
        state.data !== undefined && meta?.persist !== false && (!isSessionOver() || queryKey[0] === 'start'),
    },
  }
  const words = LANGUAGES[preferences.language].first()
  await forgetLeft()
  await persistQueryClientRestore(kept)
  await pause()
  // Drawn before its page has come, the app would be empty, and React then waits 300 ms before it draws the page.
  const [texts] = await Promise.all([words, openFirst(router)])
  persistQueryClientSubscribe(kept)
  const root = createRoot(document.getElementById('root')!)
  // As a transition it is drawn in slices, and a slow phone answers a finger between them.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App queries={queries} router={router} preferences={preferences} texts={texts} />
      </StrictMode>,
    ),
  )
}

/** Between long pieces of work, a slow phone answers a finger. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Pages for people who are not signed in. */
const PUBLIC = /^\/(sign-in|sign-up|welcome)$/

void pause().then(start)
/** The first page has the network to itself; then the rest of the app is kept for when there is none. */
const INSTALL_AFTER_MS = 5_000
addEventListener('load', () => setTimeout(install, INSTALL_AFTER_MS))
