import type { FastifyInstance } from 'fastify'
import { MailRefused } from './mail.ts'

/** Starts work on an e-mail that nobody waits for but the end of the service. `about`: what it is about, for the log. */
export function mailInBackground(app: FastifyInstance, about: string): (work: () => Promise<void>) => void {
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(running)))
  const logFailure = (error: Error) =>
    error instanceof MailRefused
      ? app.log.warn({ reason: error.message }, `an e-mail about ${about} was not sent`)
      : app.log.error({ err: error }, `an e-mail about ${about} could not be made`)
  return (work) => {
    const run: Promise<void> = work()
      .catch(logFailure)
      .finally(() => running.delete(run))
    running.add(run)
  }
}
