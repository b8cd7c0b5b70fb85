import { isMainThread } from 'node:worker_threads'

const TELL_MS = 20
const LOOK_EVERY_MS = 5

/**
 * Loaded into a process before its program (see LONG_TURNS): says on standard error how much CPU time it took until it came to
 * others, each time that it was much. What other programs of the machine take does not count.
 */
if (isMainThread) {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = used()
  setInterval(() => {
    const turn = used() - before
    before += turn
    if (turn > TELL_MS) process.stderr.write(`a turn of ${Math.round(turn)} ms\n`)
  }, LOOK_EVERY_MS).unref()
}
