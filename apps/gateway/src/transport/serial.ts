import type { Attempt, Closable } from './reconnect.ts'

interface SerialOptions {
  path: string
  baud: number
  /** Written when the port opens. */
  greeting?: Buffer
}

const MISSING = 'serial ports need the package serialport; install it (sudo npm install -g serialport), or use TCP'

export const serial =
  ({ path, baud, greeting }: SerialOptions): Attempt =>
  (events) => {
    let closed = false
    const opening = loadSerialPort().then((SerialPort): Closable | undefined => {
      if (closed) return undefined
      if (typeof SerialPort === 'string') {
        events.failed(SerialPort)
        return undefined
      }
      const port = new SerialPort({ path, baudRate: baud, autoOpen: false })
      port
        .on('open', () => {
          // Closed while it opened: only now can it be let go.
          if (closed) return port.close()
          events.up(`${path} open at ${baud} baud`)
          if (greeting) port.write(greeting)
        })
        .on('data', events.data)
        .on('error', (error) => events.down(problem(path, error)))
        .on('close', () => events.down(`${path} was closed; check that the adapter is plugged in`))
      port.open((error) => error && events.down(problem(path, error)))
      return {
        close: () =>
          new Promise((resolve) => {
            if (port.isOpen) port.close(() => resolve())
            else resolve()
          }),
      }
    })
    return {
      close: async () => {
        closed = true
        await (await opening)?.close()
      },
    }
  }

/** What to do about it where the package, or its binary for this machine, is missing. */
async function loadSerialPort() {
  try {
    return (await import('serialport')).SerialPort
  } catch (error) {
    return whyNoSerial(error)
  }
}

/** The single-file gateway has the package's library inside, and writes it to a file to load it: scripts/release/single-file. */
function whyNoSerial(error: unknown): string {
  const { code, message, folder } = error as Error & { code?: string; folder?: string }
  if (code !== 'ERR_SERIAL_PART') return MISSING
  return `serial ports need a folder where programs may run, and ${folder} is none (${message}); name another in TMPDIR`
}

function problem(path: string, { message }: Error): string {
  if (/no such file/i.test(message)) return `${path} does not exist; check that the adapter is plugged in`
  if (/permission denied/i.test(message)) return `no permission to open ${path}; add this user to the group dialout`
  return `${path}: ${message}`
}
