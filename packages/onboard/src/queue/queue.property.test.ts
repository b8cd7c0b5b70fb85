import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { logTo } from '../testing/log.ts'
import { type Batch, openQueue, type Queue, type Queued } from './queue.ts'
import { add, type Ranges } from './ranges.ts'
import { Disk } from './testing/disk.ts'

/** Segments of 1000 bytes, some 16 readings; more than is ever appended here. */
const OPTIONS = { maxBytes: 16_000, maxAgeMs: Number.POSITIVE_INFINITY, syncMs: 1_000_000 }

const end = fc.constantFrom('oldest' as const, 'newest' as const)
const count = fc.integer({ min: 1, max: 12 })
const append = fc.record({ do: fc.constant('append' as const), count, boot: fc.constantFrom('a', 'a', 'a', 'b') })
/** Of a batch's body; a copy of the ledger has room for two of the large ones. */
const bytes = fc.constantFrom(0, 0, 90_000)
const prepare = fc.record({ do: fc.constant('prepare' as const), end, count, holes: fc.boolean(), bytes })
const plain = fc.constantFrom(
  ...(['flush', 'flush', 'acknowledge', 'acknowledge', 'deadLetter', 'reopen'] as const).map((name) => ({ do: name })),
)
const step = fc.oneof(append, prepare, plain)
const trouble = fc.record({
  kind: fc.constantFrom('cut' as const, 'failure' as const),
  after: fc.oneof(fc.nat(4), fc.nat(20)),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Trouble = typeof trouble extends fc.Arbitrary<infer T> ? T : never
const steps = fc.array(step, { minLength: 4, maxLength: 24, size: 'max' })

// The runs end long before; the search for the smallest failure may not.
fc.configureGlobal({ numRuns: propertyRuns(15, 150), interruptAfterTimeLimit: 300_000 })

/** Chooses from 0 to n. */
type Pick = (n: number) => number

interface Prepared {
  batch: Batch
  values: number[]
}

/** A queue, and what is known of each reading by its value, which no other reading has. */
class Run {
  folder = newFolder()
  queue!: Queue
  readonly log: string[] = []
  /** On disk; appended since; in the prepared batch; never to be seen again. */
  waiting: number[] = []
  unsynced: number[] = []
  prepared: Prepared | null = null
  /** What rejected, and may be so all the same: a batch that was to be prepared, null for one that was to be acknowledged. */
  #doubts: (Prepared | null)[] = []
  readonly gone = new Set<number>()
  readonly goneSeqs = new Set<number>()
  disk = new Disk()
  #unwatch = this.disk.watch(this.folder, {})
  #appended = 0
  #batches = 0

  async open(): Promise<void> {
    this.queue = await openQueue(this.folder, { ...OPTIONS, log: logTo((message) => this.log.push(message)) })
  }

  async end(): Promise<void> {
    await this.queue.close().catch(() => {})
    this.#unwatch()
    rmSync(this.folder, { recursive: true })
  }

  async do(step: Step): Promise<void> {
    if (step.do === 'append') this.#append(step.count, step.boot)
    else if (step.do === 'flush') await this.#flush()
    else if (step.do === 'reopen') await this.#reopen()
    else if (step.do === 'prepare') await this.#prepare(step)
    else await this.#end(step.do)
    await this.check()
  }

  #append(count: number, boot: string): void {
    for (let i = 0; i < count; i++) {
      const value = ++this.#appended
      this.unsynced.push(value)
      this.queue.append({ metric: 'depth', value }, { boot, steady: value, wall: 1000 + value })
    }
  }

  async #flush(): Promise<void> {
    await this.queue.flush()
    this.waiting.push(...this.unsynced.splice(0))
  }

  async #reopen(): Promise<void> {
    await this.queue.close()
    this.waiting.push(...this.unsynced.splice(0))
    await this.open()
    this.#takeOver()
  }

  async #prepare({ end, count, holes, bytes }: Extract<Step, { do: 'prepare' }>): Promise<void> {
    const peeked = await this.queue.peek(end, count)
    const chosen = holes ? peeked.filter((_, i) => i % 2 === 0) : peeked
    if (this.prepared || chosen.length === 0) return
    const values = chosen.map(valueIn)
    const seqs = chosen.reduce<Ranges>((ranges, { seq }) => add(ranges, [seq, seq]), [])
    const batch = {
      key: `key ${++this.#batches}`,
      body: JSON.stringify(values).padEnd(bytes),
      seqs: [...seqs],
      count: values.length,
    }
    this.#doubts.push({ batch, values })
    await this.queue.prepare(batch)
    this.#take({ batch, values })
  }

  #take(prepared: Prepared): void {
    this.prepared = prepared
    this.waiting = this.waiting.filter((value) => !prepared.values.includes(value))
    this.#doubts = []
  }

  async #end(how: 'acknowledge' | 'deadLetter'): Promise<void> {
    if (!this.prepared) return
    this.#doubts.push(null)
    await (how === 'acknowledge' ? this.queue.acknowledge() : this.queue.deadLetter('it said no'))
    if (how === 'deadLetter')
      assert.match(readdirSync(join(this.folder, 'refused')).at(-1) ?? '', /^\d+\.json$/, 'it is kept')
    this.#forget()
  }

  #forget(): void {
    const { batch, values } = this.prepared!
    for (const value of values) this.gone.add(value)
    for (const [first, last] of batch.seqs) for (let seq = first; seq <= last; seq++) this.goneSeqs.add(seq)
    this.prepared = null
    this.#doubts = []
  }

  async check(): Promise<void> {
    const { queue } = this
    const all = await queue.peek('oldest', 1000)
    assert.deepEqual(all.map(valueIn), this.waiting)
    for (const { seq, stamp, reading } of all) {
      assert.deepEqual([stamp.steady, stamp.wall], [reading.value, 1000 + reading.value!])
      assert.ok(!this.goneSeqs.has(seq), `number ${seq} came again`)
    }
    assert.ok(all.every(({ seq }, i) => i === 0 || seq > all[i - 1]!.seq))
    assert.deepEqual((await queue.peek('newest', 5)).map(valueIn), this.waiting.slice(-5))
    assert.deepEqual(queue.prepared, this.prepared?.batch ?? null)
    const { waiting, oldest, newest } = queue.stats()
    assert.deepEqual(
      [waiting, oldest?.steady, newest?.steady],
      [this.waiting.length, this.waiting[0], this.waiting.at(-1)],
    )
  }

  /** A step during which an operation of the disk fails, or the power and with it all that are not synced. True: it did. */
  async doInTrouble(step: Step, { kind, after }: Trouble, pick: Pick): Promise<boolean> {
    if (kind === 'cut') this.disk.cutAfter(after)
    else this.disk.failAfter(after)
    const failed = await this.do(step).then(
      () => false,
      (error) => {
        if (/power cut|no space/.test(error.message)) return true
        throw error
      },
    )
    const { isCut } = this.disk
    this.disk.cutAfter(Number.POSITIVE_INFINITY)
    this.disk.failAfter(Number.POSITIVE_INFINITY)
    if (isCut) await this.#powerUp(pick)
    if (!isCut && !failed) return false
    this.#takeOver()
    const found = (await this.queue.peek('oldest', 1000)).map(valueIn)
    const surplus = found.slice(this.waiting.length)
    assert.deepEqual(surplus, this.unsynced.splice(0, surplus.length), 'of what was not synced, a beginning')
    this.waiting.push(...surplus)
    if (isCut) this.unsynced = []
    await this.check()
    return true
  }

  /** What was in doubt is so now, or is not. */
  #takeOver(): void {
    const found = this.queue.prepared
    const doubt = this.#doubts.find((doubt) => doubt?.batch.key === found?.key)
    if (doubt) this.#take(doubt)
    else if (this.prepared && !found && doubt === null) this.#forget()
  }

  /** The power may fail again while the queue opens. */
  async #powerUp(pick: Pick, moreCuts = 2): Promise<void> {
    await this.queue.close().catch(() => {})
    this.#unwatch()
    rmSync(this.folder, { recursive: true })
    this.folder = newFolder()
    this.disk.restore(this.folder, pick)
    this.disk = new Disk()
    const names = readdirSync(this.folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? join(entry.parentPath, entry.name).slice(this.folder.length + 1) : [],
    )
    const files = names.map((name) => [name, readFileSync(join(this.folder, name))])
    this.#unwatch = this.disk.watch(this.folder, Object.fromEntries(files))
    if (pick(moreCuts) > 0) this.disk.cutAfter(pick(15))
    await this.open().catch((error) => {
      if (!this.disk.isCut) throw error
    })
    if (this.disk.isCut) await this.#powerUp(pick, moreCuts - 1)
    this.disk.cutAfter(Number.POSITIVE_INFINITY)
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'queue-'))
const valueIn = ({ reading }: Queued) => reading.value!

async function withRun(use: (run: Run) => Promise<void>): Promise<void> {
  const run = new Run()
  try {
    await run.open()
    await use(run)
  } finally {
    await run.end()
  }
}

test('whatever is done: each reading waits once, is prepared, or never comes again', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (steps) =>
      withRun(async (run) => {
        for (const step of steps) await run.do(step)
        assert.equal(run.queue.stats().damagedParts, 0)
      }),
    ),
  )
})

test('a power cut or a failure anywhere, again and again: nothing synced is lost, nothing acknowledged comes again', async () => {
  let troubles = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.option(trouble)), { minLength: 6, maxLength: 24, size: 'max' }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (steps: [Step, Trouble | null][], chances) =>
        withRun(async (run) => {
          const pick = (n: number) => Math.round(chances.next().value! * n)
          for (const [step, trouble] of steps) {
            // A queue that is closed while the disk refuses loses what it had in memory, and says so.
            const bearable = trouble && (trouble.kind === 'cut' || step.do !== 'reopen')
            if (!bearable) await run.do(step)
            else if (await run.doInTrouble(step, trouble, pick)) troubles++
          }
          assert.doesNotMatch(run.log.join(), /may be sent again/, 'a copy of the ledger was whole at each moment')
        }),
    ),
  )
  assert.ok(troubles > 0, 'some steps failed')
})

const harm = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), xor: fc.integer({ min: 1, max: 255 }) }),
  {
    minLength: 1,
    maxLength: 6,
  },
)
const shortened = fc.double({ min: 0, max: 1, noNaN: true })
const damage = fc.oneof(fc.record({ harm }), fc.record({ shortened }))
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never

/** Damages a file; the places that it touched. */
function inflict(path: string, damage: Damage): (from: number, to: number) => boolean {
  const bytes = readFileSync(path)
  if ('shortened' in damage) {
    const size = Math.floor(damage.shortened * bytes.length)
    truncateSync(path, size)
    return (_, to) => to > size
  }
  const places = damage.harm.map(({ at, xor }) => {
    const place = Math.floor(at * bytes.length)
    bytes[place]! ^= xor
    return place
  })
  writeFileSync(path, bytes)
  return (from, to) => places.some((place) => place >= from && place < to)
}

const segmentsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .sort()

/** The values of a segment's readings that the damage touched. */
function touchedValues(content: string, touches: (from: number, to: number) => boolean): Set<number> {
  const touched = new Set<number>()
  let from = 0
  for (const line of content.split('\n').slice(0, -1)) {
    const to = from + line.length + 1
    const encoded = JSON.parse(line.slice(9))
    if (Array.isArray(encoded) && touches(from, to)) touched.add(encoded[5])
    from = to
  }
  return touched
}

const append1: Step = { do: 'append', count: 1, boot: 'a' }

test('damage to a segment loses what it touched, nothing else, and is told', async () => {
  let lost = 0
  await fc.assert(
    fc.asyncProperty(steps, damage, fc.nat(2), (steps, damage, back) =>
      withRun(async (run) => {
        for (const step of [...steps, { do: 'flush' } as const]) await run.do(step)
        await run.queue.close()
        const name = segmentsIn(run.folder).at(-1 - back)
        if (!name) return
        const path = join(run.folder, name)
        const content = readFileSync(path, 'utf8')
        const touched = touchedValues(content, inflict(path, damage))
        // Cut off between two lines it looks like one to which nothing more was written.
        const cutBetween = 'shortened' in damage && /(^|\n)$/.test(readFileSync(path, 'utf8'))
        await run.open()
        const left = new Set((await run.queue.peek('oldest', 1000)).map(valueIn))
        const before = run.waiting
        assert.deepEqual(
          before.filter((value) => !left.has(value) && !touched.has(value)),
          [],
        )
        run.waiting = before.filter((value) => left.has(value))
        await run.check()
        const { damagedParts } = run.queue.stats()
        for (const step of [append1, { do: 'flush' }, { do: 'reopen' }] as const) await run.do(step)
        assert.equal(run.queue.stats().damagedParts, 0, 'it is told once')
        if (run.waiting.length > before.length || cutBetween) return
        lost++
        assert.ok(damagedParts > 0)
        assert.match(run.log.join(), /found damage/)
      }),
    ),
    // The example loses a reading, and a quarter of the others.
    { numRuns: propertyRuns(30, 150), examples: [[[append1], { harm: [{ at: 0.5, xor: 1 }] }, 0]] },
  )
  assert.ok(lost > 0, 'some runs lost a reading')
})

test('damage to one copy of the ledger loses, doubles and repeats nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.option(damage),
      fc.constantFrom('ledger-a', 'ledger-b'),
      steps,
      (steps, damage, name, more) =>
        withRun(async (run) => {
          for (const step of steps) await run.do(step)
          await run.do({ do: 'flush' })
          await run.queue.close()
          const path = join(run.folder, name)
          if (damage) inflict(path, damage)
          else rmSync(path)
          await run.open()
          await run.check()
          for (const step of more) await run.do(step)
        }),
    ),
    { numRuns: propertyRuns(10, 80) },
  )
})

test('damage to both copies of the ledger loses nothing, and is told', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (steps) =>
      withRun(async (run) => {
        for (const step of [append1, ...steps, { do: 'flush' } as const]) await run.do(step)
        await run.queue.close()
        for (const name of ['ledger-a', 'ledger-b']) writeFileSync(join(run.folder, name), Buffer.alloc(100_000, 7))
        await run.open()
        const left = new Set((await run.queue.peek('oldest', 1000)).map(valueIn))
        assert.ok(run.waiting.every((value) => left.has(value)))
        assert.match(run.log.join(), /may be sent again/)
      }),
    ),
    { numRuns: propertyRuns(5, 60) },
  )
})
