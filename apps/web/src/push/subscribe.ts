/** Whether this browser can be told while no page is open. On an iPhone only the installed app can. */
export const canBeTold = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** The reader did not allow notifications. */
export class NotAllowed extends Error {}

interface Subscribed {
  address: string
  push: { p256dh: string; auth: string }
}

/** Asks the reader and the browser's push service. Throws NotAllowed. `key`: the service's. */
export async function subscribe(key: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made for another key, before the service's secret was rotated, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { p256dh, auth } = subscription.toJSON().keys as Subscribed['push']
  return { address: subscription.endpoint, push: { p256dh, auth } }
}
