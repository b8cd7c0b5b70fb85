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
  /** Where an open alarm can be answered, such as /v1/alarms/{id}; null: there is nothing to answer. */
  answers: string | null
  /** The labels of the actions. */
  labels: { acknowledge: string; silence: string }
}
