/// <reference lib="webworker" />
import { isServicePath } from '../service-paths.ts'
import type { PushMessage } from './push/push-message.ts'
import { answerMessage, showMessage } from './push/show-message.ts'

/**
 * Makes the app open without a network: its own files come from a cache that is filled when a version is installed, pictures from
 * the boat from one that keeps the last ones seen. Data is kept by the app itself (api/persist.ts).
 */

declare const self: ServiceWorkerGlobalScope

/** Written by the build: the app's files but for large data, and a hash over them. */
declare const FILES: string[]
declare const VERSION: string

/** The page of every address. */
const INDEX = '/index.html'
const SHELL = `shell-${VERSION}`
const PICTURES = 'pictures'
const MAX_PICTURES = 80

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([INDEX, ...FILES])))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldShells().then(() => self.clients.claim()))
})

/** Counts the times that pictures were forgotten: one that was asked for before, and comes after, is not kept. */
let forgotten = 0

self.addEventListener('message', (event) => {
  // The reader agreed to the new version.
  if (event.data === 'take-over') void self.skipWaiting()
  if (event.data !== 'forget-pictures') return
  forgotten++
  event.waitUntil(caches.delete(PICTURES))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/frames/')) {
    // A picture that is opened on its own, or of a shared page, is the service's to give: its link may have ended.
    if (request.mode !== 'navigate' && !url.searchParams.has('share')) event.respondWith(picture(request))
  } else if (isServicePath(url.pathname)) return
  else if (request.mode === 'navigate') event.respondWith(fromShell(INDEX, request))
  else event.respondWith(fromShell(request, request))
})

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(event.data.json() as PushMessage))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(answerMessage(event.notification.data as PushMessage, event.action))
})

/** What was left out when this version was installed, such as the finest coastline, is kept from its first use on. */
async function fromShell(wanted: RequestInfo, request: Request): Promise<Response> {
  const shell = await caches.open(SHELL)
  const known = await shell.match(wanted)
  if (known) return known
  const response = await fetch(request)
  if (response.ok && new URL(request.url).pathname.startsWith('/assets/')) await shell.put(request, response.clone())
  return response
}

/** A frame never changes, but its links do: one that has ended still shows what was seen. */
async function picture(request: Request): Promise<Response> {
  const before = forgotten
  const pictures = await caches.open(PICTURES)
  const name = new URL(request.url)
  for (const part of ['exp', 'sig', 'kid']) name.searchParams.delete(part)
  const known = await pictures.match(name)
  if (known) return known
  const response = await fetch(request)
  if (response.ok && forgotten === before) {
    await pictures.put(name, response.clone())
    await removeOldest(pictures)
  }
  return response
}

async function removeOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -MAX_PICTURES).map((key) => cache.delete(key)))
}

async function removeOldShells(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('shell-') && name !== SHELL).map((name) => caches.delete(name)),
  )
}
