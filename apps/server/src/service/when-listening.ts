import type { FastifyInstance } from 'fastify'

/**
 * Runs `start` when the service listens; closing waits for it. Fastify runs its own `onListen` hooks one after another, and goes on with
 * them while the service is closed already: what a later one starts, nothing would end.
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
