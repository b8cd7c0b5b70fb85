/// <reference lib="webworker" />
import type { PushMessage } from './push-message.ts'

declare const self: ServiceWorkerGlobalScope

const HOUR_MS = 3_600_000

/** Shows what the service sent. The end of an alarm takes the place of its beginning. */
export function showMessage(message: PushMessage): Promise<void> {
  const { title, body, image, alarm, answers, labels } = message
  const actions = answers
    ? [
        { action: 'acknowledge', title: labels.acknowledge },
        { action: 'silence', title: labels.silence },
      ]
    : []
  const options = { body, data: message, icon: '/icon-192.png', actions, ...(image && { image }) }
  return self.registration.showNotification(title, alarm ? { ...options, tag: alarm } : options)
}

/** Acknowledges, silences for an hour, or opens the page, where more can be chosen; the page too when the answer was not taken. */
export async function answerMessage({ answers, path }: PushMessage, action: string): Promise<void> {
  if (answers && action === 'acknowledge' && (await send(`${answers}/acknowledge`))) return
  const until = new Date(Date.now() + HOUR_MS).toISOString()
  if (answers && action === 'silence' && (await send(`${answers}/silence`, { until }))) return
  await openPage(path)
}

const send = (path: string, body?: object): Promise<boolean> =>
  fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).then(
    ({ ok }) => ok,
    () => false,
  )

async function openPage(path: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) await self.clients.openWindow(path)
  else await open.navigate(path).then((page) => page?.focus())
}
