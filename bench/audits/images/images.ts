import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fixed, whole } from '../../shared/report.ts'
import type { Judged } from './victim.ts'

interface ImagesOptions {
  /** Up to this one. */
  mutants: number
  /** To look at one of an earlier run again: those before it are left out. */
  from?: number
  seed: number
  /** Its process is killed after some: the audit must find that. */
  control?: 'crash' | null
  progress?: (line: string) => void
}

interface ImagesReport {
  mutants: number
  seed: number
  verdicts: Record<string, number>
  peakMb: number
  slowestMs: number
  slowest: string
  faults: string[]
}

/** Node, sharp and one decode of the largest picture that is allowed: 40 megapixels of 8 bytes, and what is kept of it. */
const MAX_MB = 900
/** A picture may keep one of the two places so long; on a machine that does much else too. */
const MAX_MS = 60_000

/** Looks at spoilt pictures as the service does, in a process of their own, since a decoder that fails takes its process along. */
export async function auditImages(options: ImagesOptions): Promise<ImagesReport> {
  const { mutants, from = 0, seed, control = null, progress } = options
  const report: ImagesReport = { mutants: 0, seed, verdicts: {}, peakMb: 0, slowestMs: 0, slowest: '', faults: [] }
  // Ours and not the child's, which may end at any moment.
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-mutants-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  for (let next = from; next < mutants; ) {
    const child = fork(join(import.meta.dirname, 'victim.ts'), [seed, next, mutants, folder].map(String), {
      execArgv: [],
      env: { PATH: process.env.PATH },
    })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    let begun = next
    child.on('message', (message: Judged | { begun: number }) => {
      if ('begun' in message) {
        begun = message.begun
        return
      }
      const known = report.faults.length
      count(report, message)
      // Told at once too: a long run may be ended before its report.
      for (const fault of report.faults.slice(known)) progress?.(fault)
      if (control === 'crash' && report.mutants === 5) end()
      if (report.mutants % 5_000 === 0) progress?.(`${whole(report.mutants)} mutants, ${report.faults.length} faults`)
    })
    const watch = setInterval(() => void measure(report, child.pid!), 500)
    const [code, signal] = await once(child, 'exit')
    clearInterval(watch)
    process.off('exit', end)
    if (code === 0) break
    report.faults.push(`mutant ${begun} ended the process: ${signal ?? code}`)
    if (control) break
    next = begun + 1
  }
  remove()
  process.off('exit', remove)
  if (report.peakMb > MAX_MB) report.faults.push(`${whole(report.peakMb)} MB, more than ${MAX_MB}`)
  return report
}

function count(report: ImagesReport, { index, done, verdict, mustPass, ms, notWhole }: Judged): void {
  report.mutants++
  const known = verdict.startsWith('not a refusal') ? 'error' : verdict
  report.verdicts[known] = (report.verdicts[known] ?? 0) + 1
  const of = `mutant ${index} (${done})`
  if (known === 'error') report.faults.push(`${of}: ${verdict}`)
  if (notWhole) report.faults.push(`${of} was accepted: ${notWhole}`)
  if (mustPass !== null && mustPass !== (verdict === 'accepted')) report.faults.push(`${of}: ${verdict}`)
  if (ms > MAX_MS) report.faults.push(`${of} took ${whole(ms)} ms`)
  if (ms > report.slowestMs) Object.assign(report, { slowestMs: ms, slowest: of })
}

async function measure(report: ImagesReport, pid: number): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  report.peakMb = Math.max(report.peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** The report in one line, and what was found. */
export function describe({ control }: ImagesOptions, report: ImagesReport): string {
  const { mutants, seed, verdicts, peakMb, slowestMs, slowest, faults } = report
  const counts = Object.entries(verdicts).map(([verdict, n]) => `${verdict} ${whole(n)}`)
  return [
    `audit:images${control ? ` (control: ${control})` : ''}: ${whole(mutants)} mutants, seed ${seed}`,
    counts.join(', '),
    `${whole(peakMb)} MB at most; slowest ${fixed(slowestMs, 0)} ms: ${slowest}`,
    `${faults.length} faults${faults
      .slice(0, 40)
      .map((line) => `\n  ${line}`)
      .join('')}`,
  ].join('; ')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string', default: '20000' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      control: { type: 'string' },
    },
  })
  const [mutants, from, seed] = [Number(values.mutants), Number(values.from), Number(values.seed)]
  const control = values.control === 'crash' ? 'crash' : null
  if (!(mutants > from && from >= 0) || !Number.isInteger(seed) || (values.control && !control))
    throw new Error('usage: audit:images [--mutants N] [--from INDEX] [--seed S] [--control crash]')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const options = { mutants, from, seed, control, progress: (line: string) => console.error(line) } as const
  const report = await auditImages(options)
  console.log(describe(options, report))
  if (report.faults.length > 0 !== (control !== null)) process.exitCode = 1
}

if (import.meta.main) await main()
