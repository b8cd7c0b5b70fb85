import { seeded } from '../../../apps/demo/src/random.ts'

/** Random choices that a seed and a number repeat. */
export class Dice {
  readonly #next: () => number

  constructor(seed: number, index: number) {
    this.#next = seeded(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35))
  }

  below(n: number): number {
    return Math.floor(this.#next() * n)
  }

  oneIn(n: number): boolean {
    return this.below(n) === 0
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  uuid(): string {
    const hex = Array.from({ length: 8 }, () => this.below(65_536).toString(16).padStart(4, '0'))
    return `${hex[0]}${hex[1]}-${hex[2]}-4${hex[3]!.slice(1)}-a${hex[4]!.slice(1)}-${hex[5]}${hex[6]}${hex[7]}`
  }
}
