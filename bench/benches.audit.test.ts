import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { lacks, type Program } from '../scripts/programs.ts'
import { QUICK_START } from '../scripts/quick-start.ts'
import { until } from '../scripts/until.ts'
import { lacksSmallDisk } from './audits/faults/small-disk.ts'

interface Small {
  args: string
  needs?: Program[]
  skip?: string | false
  /** It exits with 1 for a goal that it misses at this size. */
  misses?: true
}

const lacksDisk = (await lacksSmallDisk()) ?? false

/**
 * Each benchmark once, as small as can be: what it prints is no figure, but it runs to its end on the service of today. Upgrade
 * runs on PostgreSQL only, which needs a third of the processor time: its `--embedded` is not tried.
 */
const SMALL: Record<string, Small> = {
  'bench:ingest': { args: '--rounds 1 --seconds 1 --sizes 10 --only postgres,parse-only', needs: ['initdb'] },
  'bench:read': { args: '--readings 20000 --requests 5', needs: ['initdb'] },
  'bench:charts': { args: '--years 0.002 --days 0.1 --requests 2 --embedded' },
  'bench:alarms': {
    args: '--boats 20 --seconds 5 --warm-up 1 --rounds 1 --round-seconds 0.2 --lead-in 0.2',
    needs: ['initdb'],
    misses: true,
  },
  'bench:fleet': { args: '--boats 20 --processes 1 --seconds 5 --warm-up 1', needs: ['initdb'] },
  'bench:retention': { args: '--batches 3000 --seconds 1', needs: ['initdb'] },
  'bench:storage': { args: '--boats 1 --hours 2', needs: ['initdb'] },
  'bench:wear': { args: '--hours 1 --before 0', needs: ['initdb'], skip: lacksDisk },
  'bench:history': { args: '--boats 2 --days 0,1', needs: ['initdb'] },
  'bench:upgrade': { args: '--batches 700 --boats 1', needs: ['initdb'] },
  'bench:backup': { args: '--readings 20000 --seconds 1' },
  'bench:start': { args: '--starts 1' },
  'bench:gateway': { args: '--seconds 1' },
}

/** Lighthouse in Chromium, which measures the better part of an hour. */
const NOT_RUN = ['bench:web']

const options = { cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...QUICK_START.env } }

test('each benchmark of package.json is run here', () => {
  const commands = Object.keys(manifest.scripts).filter((name) => name.startsWith('bench:'))
  assert.deepEqual([...Object.keys(SMALL), ...NOT_RUN].sort(), commands.sort())
})

describe('runs to its end', { concurrency: 2 }, () => {
  for (const [name, { args, needs = [], skip = false, misses }] of Object.entries(SMALL))
    test(name, { skip: lacks(...needs) || skip }, async () => {
      const ended = promisify(execFile)('npm', ['run', '-s', name, '--', ...args.split(' ')], options)
      const { stdout, stderr } = await ended.catch((error) => {
        if (misses && error.code === 1 && /^NOT MET: /m.test(error.stdout)) return error
        throw error
      })
      assert.match(stdout, /\n-{3,}/, stderr)
    })
})

test('bench:wear ended with Ctrl+C leaves neither its file system nor its PostgreSQL', {
  skip: lacks('initdb') || lacksDisk,
}, async () => {
  const pidFiles = () => Array.fromAsync(glob('/dev/shm/binnacle-bench-*/disk/binnacle-pg-*/data/postmaster.pid'))
  const before = await pidFiles()
  const child = spawn(process.execPath, ['bench/operation/wear.ts', '--only', 'postgres'], options)
  const ended = once(child, 'exit')
  const look = async () => (await pidFiles()).find((file) => !before.includes(file))
  const pidFile = await until(look, 'its PostgreSQL', child)
  child.kill('SIGINT')
  assert.deepEqual(await ended, [130, null])
  // A file system with an open file on it would still be there.
  assert.equal(existsSync(dirname(dirname(dirname(dirname(pidFile))))), false)
})
