import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { printTable } from './report.ts'

/**
 * `node bench/shared/profile.ts FILE.cpuprofile`: where the main thread's time went, by function, without the time it was idle. The
 * file comes from bench/ingest/ingest.ts --profile FOLDER, or any `node --cpu-prof`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { top: { type: 'string', default: '40' } },
})

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

const profile = JSON.parse(await readFile(positionals[0]!, 'utf8')) as Profile
const names = new Map(
  profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
    const file = url.startsWith('file://') ? relative(process.cwd(), url.slice('file://'.length)) : url
    return [id, `${functionName || '(anonymous)'}  ${file}${file ? `:${lineNumber + 1}` : ''}`] as const
  }),
)
const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
const own = new Map<string, number>()
const total = new Map<string, number>()
let busy = 0
profile.samples.forEach((node, i) => {
  const name = names.get(node)!
  if (name.startsWith('(idle)')) return
  const time = profile.timeDeltas[i]!
  busy += time
  own.set(name, (own.get(name) ?? 0) + time)
  const seen = new Set<string>()
  for (let at: number | undefined = node; at !== undefined; at = parents.get(at)) seen.add(names.get(at)!)
  for (const caller of seen) total.set(caller, (total.get(caller) ?? 0) + time)
})

const percent = (time: number) => ((100 * time) / busy).toFixed(1)
const rows = [...own].sort((a, b) => b[1] - a[1]).slice(0, Number(values.top))
printTable(
  ['function', 'self %', 'with what it calls %'],
  rows.map(([name, time]) => [name, percent(time), percent(total.get(name)!)]),
)
console.log(`busy ${(busy / 1e6).toFixed(1)} s`)
