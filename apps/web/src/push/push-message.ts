/** What the service sends to the service worker: apps/server/src/alarms/tell/kinds/web-push.ts. */
export interface PushMessage {
  title: string
  body: string
  /** The page of the app that it leads to. */
  path: string
  /** The address of a picture; null: none. */
  image: string | null
  /** Null: a test. */
  alarm: string | null
  /** The action's label; null: there is nothing to acknowledge. */
  acknowledge: string | null
}
