import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

interface MailServer {
  url: string
  /** What it accepted. */
  mails: ParsedMail[]
  /** What was sent to this address. */
  to(address: string): ParsedMail[]
}

/**
 * A real SMTP server on 127.0.0.1. It refuses recipients that begin with `refused`, and never answers about those that begin with
 * `hang`.
 */
export async function startMailServer(): Promise<MailServer> {
  const mails: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('hang')) return
      done(address.startsWith('refused') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null)
    },
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        mails.push(mail)
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  after(() => server.close())
  const { port } = listener.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to: (address) => mails.filter(({ to }) => [to ?? []].flat().some(({ text }) => text.includes(address))),
  }
}
