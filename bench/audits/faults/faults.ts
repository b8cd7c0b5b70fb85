import { parseArgs } from 'node:util'
import type { Fault, Options, Verdict } from './fault.ts'
import { FAULTS } from './list.ts'

/**
 * `npm run audit:faults`: each fault on a real service with real clients, first as it is, then as a control with the guarantee
 * switched off, which must fail. A line of counts each; it exits 1 where one is not as it must be.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      list: { type: 'boolean' },
      'no-control': { type: 'boolean' },
    },
  })
  if (values.list) {
    for (const { name, about } of FAULTS) console.log(`${name.padEnd(20)} ${about}`)
    return
  }
  const names = values.only?.split(',') ?? FAULTS.map(({ name }) => name)
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown.length > 0) throw new Error(`there is no audit ${unknown.join(', ')}: see npm run audit:faults -- --list`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

  for (const fault of FAULTS.filter(({ name }) => names.includes(name))) {
    const lacks = await fault.lacks?.()
    if (lacks) {
      console.log(`${fault.name}: not run: ${lacks}`)
      continue
    }
    const rounds = Number(values.rounds ?? fault.defaults.rounds)
    const seconds = Number(values.seconds ?? fault.defaults.seconds)
    const held = await audit(fault, { rounds, seconds, control: false })
    const failed = values['no-control'] || (await audit(fault, { rounds, seconds, control: true }))
    if (!held || !failed) process.exitCode = 1
  }
}

/** Whether it came out as it must. */
async function audit(fault: Fault, options: Options): Promise<boolean> {
  const started = performance.now()
  const name = options.control ? `${fault.name} (control: ${fault.control})` : fault.name
  const verdict = await fault
    .run(options)
    .catch((error): Verdict => ({ counts: {}, broken: [`it could not be carried out: ${error.stack ?? error}`] }))
  const seconds = Math.round((performance.now() - started) / 1000)
  const counts = Object.entries(verdict.counts).map(([what, count]) => `${count} ${what}`)
  const broken = verdict.broken.length > 0
  const carriedOut = !verdict.broken.some((line) =>
    /^(it could not be carried out|nothing was acknowledged)/.test(line),
  )
  const result = options.control
    ? broken && carriedOut
      ? 'control failed as it must'
      : 'CONTROL DID NOT FAIL'
    : broken
      ? 'FAILED'
      : 'ok'
  console.log(`${name}: ${result}; ${[...counts, ...verdict.broken].join(', ')}; ${seconds} s`)
  return options.control ? broken && carriedOut : !broken
}

await main()
