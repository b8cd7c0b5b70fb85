/** What the runner (bench/audits/faults/faults.ts) asks for. */
export interface Options {
  /** How often the fault happens, where it happens often. */
  rounds: number
  /** How long it lasts, where it lasts. */
  seconds: number
  /** The same with the guarantee switched off: then something must be found. */
  control: boolean
}

export interface Verdict {
  /** What was counted, for the one line. */
  counts: Record<string, number | string>
  /** What should not be; none where the guarantee holds. */
  broken: string[]
}

/** One fault, and what must hold under it. */
export interface Fault {
  name: string
  about: string
  /** What the control does without. */
  control: string
  /** Unless --rounds and --seconds say otherwise. */
  defaults: { rounds: number; seconds: number }
  /** Why it cannot be run on this machine, and what to do; null where it can. */
  lacks?(): Promise<string | null>
  run(options: Options): Promise<Verdict>
}
