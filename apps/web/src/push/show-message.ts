/// <reference lib="webworker" />
import type { PushMessage } from './push-message.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows what the service sent. The end of an alarm takes the place of its beginning. */
export function showMessage(message: PushMessage): Promise<void> {
  const { title, body, image, alarm, acknowledge } = message
  const actions = alarm && acknowledge ? [{ action: 'acknowledge', title: acknowledge }] : []
  const options = { body, data: message, icon: '/icon-192.png', actions, ...(image && { image }) }
  return self.registration.showNotification(title, alarm ? { ...options, tag: alarm } : options)
}

/** Acknowledges, or opens the page; the page too when the alarm could not be acknowledged. */
export async function answerMessage(message: PushMessage, action: string): Promise<void> {
  if (action === 'acknowledge' && (await acknowledged(message.alarm!))) return
  await openPage(message.path)
}

const acknowledged = (alarm: string): Promise<boolean> =>
  fetch(`/v1/alarms/${encodeURIComponent(alarm)}/acknowledge`, { method: 'POST', credentials: 'same-origin' }).then(
    ({ ok }) => ok,
    () => false,
  )

async function openPage(path: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) await self.clients.openWindow(path)
  else await open.navigate(path).then((page) => page?.focus())
}
