import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Runs `start` when the service listens; closing waits for it. Fastify runs its own `onListen` hooks one after another, and goes
 * on with them while the service is closed already: what a later one starts, nothing would end.
 */
export function whenListening(app: FastifyInstance, start: () => void | Promise<void>): void {
  let closing = false
  let started: Promise<void> | undefined
  app.addHook('onListen', async () => {
    if (closing) return
    started = (async () => start())()
    await started
  })
  app.addHook('preClose', async () => {
    closing = true
    // Fastify has logged why it failed.
    await started?.catch(() => {})
  })
}

/** Of work that goes on while the service listens. */
export interface Background {
  /** Aborted when the service closes. */
  signal: AbortSignal
  /** Rejects when the service closes. */
  pause(ms: number): Promise<void>
}

/** Runs `work` from when the service listens until it closes; closing waits for it. */
export function whileListening(app: FastifyInstance, work: () => Promise<void>): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  let running = Promise.resolve()
  whenListening(app, () => {
    running = work()
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    await running
  })
  return { signal, pause: (ms) => sleep(ms, undefined, { signal, ref: false }) }
}
