import './modules.ts'
import './browser.ts'
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { LiveChange } from '@binnacle/contract'
import { cleanup, configure, fireEvent, render, type Screen, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import type { Preferences } from '../format/preferences.ts'
import { BOAT, ME } from './boat.ts'
import { network } from './browser.ts'
import { type Answers, TestService } from './service.ts'

const [{ App }, { makeAppRouter }, { makeQueryClient }, { LANGUAGES }, { toSecondFactor }] = await Promise.all([
  import('../app.tsx'),
  import('../router.tsx'),
  import('../api/query-client.ts'),
  import('../texts/languages.ts'),
  import('../start/second-factor/to-second-factor.ts'),
])

export { within }

export interface OpenPage extends Screen {
  /** Waits until this has the focus. */
  focusIsOn(element: Element): Promise<void>
  user: UserEvent
  /** A switch by its label; its description is in its name, too. */
  switchOf(label: string): HTMLInputElement
  /** Goes to another page of the app. */
  goTo(path: string): Promise<void>
  /** Puts this text in place of what a field has, as a paste does. */
  fill(field: Element, text: string): Promise<void>
  service: TestService
  /** How often the page had to go to the sign-in page. */
  signedOut(): number
  /** Waits until this holds. */
  until(holds: () => void): Promise<void>
  /** Waits until this text is shown no more. */
  waitUntilGone(text: string): Promise<void>
  /** The stream of live events stands. */
  stands(): void
  /** The service says that something has changed. */
  changed(change: LiveChange): void
}

// A busy machine: nothing here measures time.
configure({ asyncUtilTimeout: 120_000, getElementError: (message) => new Error(message ?? 'not found') })

/** A text as it is found in a page, where no-break spaces are spaces. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

// Its timers end; its names stay, since React may still have something to do. A process of several files does it after each.
after(() => (window as unknown as { happyDOM: { abort(): Promise<void> } }).happyDOM.abort())

/** Opens a page of the app by its address, signed in, at a service with these answers, for the test that calls this. */
export async function open(path: string, answers: Answers, wanted: Partial<Preferences> = {}): Promise<OpenPage> {
  const service = new TestService({
    'GET /app/me': { account: ME },
    'GET /app/sign-in-notices': { sign_ins: [] },
    'GET /app/access-keys': { access_keys: [] },
    'GET /v1/vessels/{id}': { vessel: BOAT },
    'GET /v1/vessels/{id}/alarms': { alarms: [], next: null },
    'GET /v1/vessels/{id}/alarm-rules': { rules: [] },
    'GET /app/inspection-templates': { templates: [] },
    ...answers,
  })
  network.fetch = service.fetch as typeof fetch
  service.reachable(true)
  history.replaceState(null, '', path)
  const preferences: Preferences = { language: 'en', units: 'metric', ...wanted }
  let signedOut = 0
  const queries = makeQueryClient(
    () => {
      signedOut += 1
    },
    () => toSecondFactor(router),
  )
  const router = makeAppRouter(queries)
  const texts = await LANGUAGES[preferences.language].first()
  render(createElement(App, { queries, router, preferences, texts }))
  after(() => {
    cleanup()
    queries.clear()
    localStorage.clear()
    sessionStorage.clear()
    service.assertContract()
  })
  const user = userEvent.setup()
  return {
    ...screen,
    // Elements are compared with ===: assert.equal would print the whole page each time that they differ.
    focusIsOn: (element) => waitFor(() => assert.ok(document.activeElement === element, 'the focus is elsewhere')),
    user,
    goTo: (path) => router.navigate({ href: path }),
    fill: async (field, text) => {
      // A picker, which nobody pastes into.
      if (field.getAttribute('type') === 'datetime-local') {
        fireEvent.change(field, { target: { value: text } })
        return
      }
      await user.clear(field)
      await user.paste(text)
    },
    switchOf: (label) => screen.getByRole('switch', { name: (name) => name.startsWith(label) }),
    service,
    signedOut: () => signedOut,
    until: (holds) => waitFor(holds),
    waitUntilGone: (text) => waitFor(() => assert.ok(screen.queryByText(text) === null, `still shown: ${text}`)),
    stands: () => {
      for (const stream of [...streams()]) stream.dispatchEvent(new Event('hello'))
    },
    changed: (change) => {
      for (const stream of [...streams()])
        stream.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify(change) }))
    },
  }
}

const streams = () => (EventSource as unknown as { open: Set<EventTarget> }).open
