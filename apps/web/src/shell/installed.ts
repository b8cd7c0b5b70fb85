import { useSyncExternalStore } from 'react'

let waiting: ServiceWorker | null = null
let tell = () => {}

/** Installs the service worker, which makes the app open without a network. In development there is none. */
export async function install(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  const look = () => {
    // Without a controller this is the first version, and nothing that is shown is old.
    if (!registration.waiting || !navigator.serviceWorker.controller) return
    waiting = registration.waiting
    tell()
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
}

/** The version that waits for the reader to agree; null while there is none. Agreeing reloads the page. */
export function useUpdate(): { takeOver: () => void } | null {
  const worker = useSyncExternalStore(
    (changed) => {
      tell = changed
      return () => {
        tell = () => {}
      }
    },
    () => waiting,
  )
  if (!worker) return null
  return {
    takeOver() {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      worker.postMessage('take-over')
    },
  }
}
