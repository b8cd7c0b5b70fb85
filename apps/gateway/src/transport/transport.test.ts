import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { linesIn, steadyNow } from '@binnacle/onboard'
import { freePort } from '../../../../scripts/free-port.ts'
import type { Link } from '../config/settings.ts'
import { file } from './file.ts'
import { lineSplitter } from './lines.ts'
import { openLink } from './open.ts'
import { PLAYED_FILE, PlayedFiles } from './played-files.ts'
import { type Attempt, type Events, reconnecting } from './reconnect.ts'

/** Opens a link for a test, and keeps what it brings. A line of a recording begins with its time. */
function listen(t: TestContext, link: Link, played?: PlayedFiles) {
  const lines: { text: string; at: number }[] = []
  const states: string[] = []
  const news = new Set<() => void>()
  const tell = () => {
    for (const check of news) check()
  }
  const split = (at: number) => (text: string) => lines.push({ text, at })
  let at = 0
  const cut = lineSplitter((text) => split(at)(text))
  const setState = (state: string, sentence: string) => {
    states.push(`${state}: ${sentence}`)
    tell()
  }
  const data = (bytes: Buffer, when: number) => {
    at = when
    cut(bytes)
    tell()
  }
  const take = (text: string, when: number) => {
    lines.push({ text, at: when })
    tell()
  }
  const clock = () => (line: string) => Number(line.split(' ')[0])
  const open =
    link.kind === 'file'
      ? file({ ...link, played }, { read: linesIn, clock }, { take, setState })
      : openLink(link, { data, setState })
  t.after(() => open.close())
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!holds()) return
        news.delete(check)
        resolve()
      }
      news.add(check)
      check()
    })
  return { lines, states, until, texts: () => lines.map(({ text }) => text), close: () => open.close() }
}

async function serve(t: TestContext, answer: (socket: Socket, count: number) => void): Promise<number> {
  let count = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    answer(socket, ++count)
  }).listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('lines', () => {
  const cut = (...chunks: string[]) => {
    const lines: string[] = []
    const split = lineSplitter((line) => lines.push(line))
    for (const chunk of chunks) split(Buffer.from(chunk, 'latin1'))
    return lines
  }

  test('are the same wherever the bytes are cut', () => {
    const text = 'one\r\ntwo\nthree\rfour\r\n'
    for (let i = 0; i <= text.length; i++)
      assert.deepEqual(cut(text.slice(0, i), text.slice(i)), ['one', 'two', 'three', 'four'], `cut at ${i}`)
  })
  test('one that never ends does not fill the memory', () => {
    const noise = 'x'.repeat(1000)
    assert.deepEqual(cut(noise, noise, noise, noise, noise, '\nnext\n'), ['next'])
  })
})

describe('TCP', () => {
  test('lines, and again after the other side has hung up', async (t) => {
    t.mock.method(Math, 'random', () => 1)
    const port = await serve(t, (socket, count) => socket.end(`line ${count}\r\n`))
    const link = listen(t, { kind: 'tcp', host: '127.0.0.1', port })
    await link.until(() => link.lines.length === 2)
    assert.deepEqual(link.texts(), ['line 1', 'line 2'])
    assert.equal(link.states[0], `connected: connected to 127.0.0.1:${port}`)
    assert.match(link.states[1] ?? '', /^reconnecting: 127.0.0.1:\d+ closed the connection; next try in 1 s$/)
  })
  test('a port that nobody listens on is said in plain words', async (t) => {
    const port = await freePort()
    const link = listen(t, { kind: 'tcp', host: '127.0.0.1', port })
    await link.until(() => link.states.length > 0)
    assert.match(link.states[0] ?? '', /^reconnecting: .* connection refused; check the port/)
  })
})

describe('an attempt after another', () => {
  /** Attempts that a test drives by hand, on a clock of its own. */
  function driven(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    t.mock.method(Math, 'random', () => 0)
    const attempts: Events[] = []
    const closed: number[] = []
    const attempt: Attempt = (events) => {
      const number = attempts.push(events)
      return { close: async () => void closed.push(number) }
    }
    const states: string[] = []
    const heard: string[] = []
    const link = reconnecting(
      attempt,
      { data: (bytes) => heard.push(String(bytes)), setState: (state) => states.push(state) },
      { idleMs: 60_000 },
    )
    return { attempts, closed, states, heard, link }
  }

  test('waits longer each time, a minute at most, and begins anew once data came', (t) => {
    const { attempts } = driven(t)
    const waits = [1, 2, 4, 8, 16, 32, 60, 60]
    for (const [i, seconds] of waits.entries()) {
      attempts[i]?.down('no')
      t.mock.timers.tick(seconds * 1000 - 1)
      assert.equal(attempts.length, i + 1, `not before ${seconds} s`)
      t.mock.timers.tick(1)
      assert.equal(attempts.length, i + 2, `after ${seconds} s`)
    }
    attempts.at(-1)?.up('connected')
    attempts.at(-1)?.down('to connect is not enough')
    t.mock.timers.tick(59_000)
    assert.equal(attempts.length, waits.length + 1)
    t.mock.timers.tick(1_000)
    attempts.at(-1)?.data(Buffer.from('x'))
    attempts.at(-1)?.down('no')
    t.mock.timers.tick(1_000)
    assert.equal(attempts.length, waits.length + 3)
  })
  test('silence is taken for a dead connection', (t) => {
    const { attempts, closed, states } = driven(t)
    attempts[0]?.up('connected')
    t.mock.timers.tick(50_000)
    attempts[0]?.data(Buffer.from('x'))
    t.mock.timers.tick(59_999)
    assert.deepEqual(states, ['connected'])
    t.mock.timers.tick(1)
    assert.deepEqual(states, ['connected', 'reconnecting'])
    assert.deepEqual(closed, [1])
  })
  test('what has failed is not tried again, and what is over says nothing any more', (t) => {
    const { attempts, states, heard } = driven(t)
    attempts[0]?.failed('missing')
    attempts[0]?.up('late')
    attempts[0]?.data(Buffer.from('late'))
    t.mock.timers.tick(600_000)
    assert.deepEqual([states, heard, attempts.length], [['failed'], [], 1])
  })
  test('closed, it neither waits nor hears', async (t) => {
    const { attempts, closed, heard, link } = driven(t)
    await link.close()
    attempts[0]?.data(Buffer.from('late'))
    attempts[0]?.down('late')
    t.mock.timers.tick(600_000)
    assert.deepEqual([closed, heard, attempts.length], [[1], [], 1])
  })
})

test('UDP: a datagram ends a line', async (t) => {
  const link = listen(t, { kind: 'udp', port: 0 })
  await link.until(() => link.states.length > 0)
  const port = Number(/\d+$/.exec(link.states[0] ?? '')?.[0])
  const sender = createSocket('udp4')
  t.after(() => sender.close())
  for (const text of ['with its end\r\n', 'without', 'two\r\nin one'])
    await new Promise((sent) => sender.send(text, port, '127.0.0.1', sent))
  await link.until(() => link.lines.length === 4)
  assert.deepEqual(link.texts(), ['with its end', 'without', 'two', 'in one'])
})

describe('a program', () => {
  const run = (script: string): Link => ({ kind: 'command', command: process.execPath, args: ['-e', script] })

  test('its output, and its own words when it ends', async (t) => {
    const link = listen(t, run(`console.log('frame'); console.error('can0: no such device'); process.exitCode = 1`))
    await link.until(() => link.states.some((s) => s.startsWith('reconnecting')))
    assert.deepEqual(link.texts(), ['frame'])
    assert.match(link.states.at(-1) ?? '', /ended: can0: no such device; next try/)
  })
  test('is killed on close, even if it will not end', async (t) => {
    const link = listen(
      t,
      run(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)`),
    )
    await link.until(() => link.lines.length === 1)
    const pid = Number(link.texts()[0])
    await link.close()
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })
  test('that is not installed says so', async (t) => {
    const link = listen(t, { kind: 'command', command: 'binnacle-no-such-program', args: [] })
    await link.until(() => link.states.length > 0)
    assert.match(link.states[0] ?? '', /not installed/)
  })
})

describe('a file', () => {
  const recording = (t: TestContext, text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'binnacle-file-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'recording.txt')
    writeFileSync(path, text)
    return path
  }

  test('as fast as can be, it ends now and keeps its length', async (t) => {
    const path = recording(t, '1000 a\n4000 b\n3000 late\n6000 c\n900000 after a gap\n905000 d\n1000 again\n2000 e\n')
    const before = steadyNow()
    const link = listen(t, { kind: 'file', path, speed: 'fast' })
    await link.until(() => link.states.some((s) => s.startsWith('ended')))
    const [first, ...rest] = link.lines.map(({ at }) => at)
    assert.deepEqual(
      rest.map((at) => Math.round(at - first!)),
      [3000, 3000, 5000, 5000, 10000, 10000, 11000],
    )
    const end = link.lines.at(-1)?.at ?? 0
    // Times of lines are whole ms.
    assert.ok(end > before - 2 && end <= steadyNow())
  })
  test('at recorded speed each line comes when it is due', async (t) => {
    const path = recording(t, '0 a\n120 b\n240 c\n')
    const link = listen(t, { kind: 'file', path, speed: 'recorded' })
    const started = steadyNow()
    await link.until(() => link.lines.length === 3)
    assert.ok(steadyNow() - started >= 200, 'it took its time')
  })
  /** A start of the gateway, which has only what is on disk. */
  const start = async (t: TestContext, link: Link & { kind: 'file' }) => {
    const played = await PlayedFiles.open(dirname(link.path), { warn: assert.fail })
    return listen(t, link, played)
  }
  const over = ({ states }: { states: string[] }) => states.some((s) => s.startsWith('ended'))

  test('plays once, not at each start, also as a copy and when it is played in turn with another', async (t) => {
    const path = recording(t, '1000 a\n4000 b\n')
    const copy = join(dirname(path), 'copy.txt')
    const other = join(dirname(path), 'other.txt')
    copyFileSync(path, copy)
    writeFileSync(other, '1000 x\n')
    const texts: string[][] = []
    for (const one of [path, path, other, copy, other, path]) {
      const link = await start(t, { kind: 'file', path: one, speed: 'fast' })
      await link.until(() => over(link))
      await link.close()
      texts.push(link.texts())
    }
    assert.deepEqual(texts, [['1000 a', '4000 b'], [], ['1000 x'], [], [], []])
    const again = await start(t, { kind: 'file', path, speed: 'fast' })
    await again.until(() => over(again))
    assert.deepEqual(again.states, [`ended: ${path} was played before`])
    rmSync(join(dirname(path), PLAYED_FILE))
    const forgotten = await start(t, { kind: 'file', path, speed: 'fast' })
    await forgotten.until(() => over(forgotten))
    assert.deepEqual(forgotten.texts(), ['1000 a', '4000 b'])
  })
  test('that was played in part goes on after its last line, and so does one that has grown', async (t) => {
    const path = recording(t, '0 a\n1 b\n4000 c\n200000 d\n')
    const first = await start(t, { kind: 'file', path, speed: 'recorded' })
    await first.until(() => first.lines.length === 2)
    await first.close()
    assert.deepEqual(first.texts(), ['0 a', '1 b'])
    const second = await start(t, { kind: 'file', path, speed: 'fast' })
    await second.until(() => over(second))
    await second.close()
    assert.deepEqual(second.texts(), ['4000 c', '200000 d'])
    appendFileSync(path, '201000 e\n')
    const third = await start(t, { kind: 'file', path, speed: 'fast' })
    await third.until(() => over(third))
    assert.deepEqual(third.texts(), ['201000 e'])
  })
  test('after a power cut no line is played twice', async (t) => {
    const path = recording(t, '0 a\n1 b\n4000 c\n200000 d\n')
    const cut = await start(t, { kind: 'file', path, speed: 'recorded' })
    await cut.until(() => cut.lines.length === 2)
    // What is on disk while the first still plays is what a power cut leaves.
    const next = await start(t, { kind: 'file', path, speed: 'fast' })
    await next.until(() => over(next))
    assert.deepEqual(next.texts(), ['200000 d'])
  })
  test('that is not there fails, and says its path', async (t) => {
    const link = listen(t, { kind: 'file', path: '/nowhere/at/all', speed: 'fast' })
    await link.until(() => link.states.length > 0)
    assert.match(link.states[0] ?? '', /^failed: \/nowhere\/at\/all does not exist/)
  })
})

test('a serial port that does not exist is said in plain words, with serialport or without', async (t) => {
  const link = listen(t, { kind: 'serial', path: '/dev/binnacle-no-such-port', baud: 4800 })
  await link.until(() => link.states.length > 0)
  assert.match(link.states[0] ?? '', /does not exist; check that the adapter is plugged in|need the package serialport/)
})
