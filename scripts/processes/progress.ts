/** `3m2.50s 0m1.25s`, as the shell's `times` writes it. */
const TIMES = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/

/** From what inside/progress.ts and the shell write to file descriptor 3. */
export class Progress {
  /** The tests that have started and not ended. */
  readonly underWay: string[] = []
  processorSeconds = 0
  #rest = ''

  /** For people. In a process of several files, their file is a suite, which is not named. */
  where(file?: string): string {
    return this.underWay.filter((name) => name !== file).join(' > ') || 'no test (before the first or after the last)'
  }

  read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) {
      const name = line.slice(1)
      const times = TIMES.exec(line)?.slice(1).map(Number)
      if (times) this.processorSeconds += (times[0]! + times[2]!) * 60 + times[1]! + times[3]!
      else if (line.startsWith('+')) this.underWay.push(name)
      else this.underWay.splice(this.underWay.lastIndexOf(name), 1)
    }
  }
}
