/** Runs work as soon as enough slots are free, in the order of arrival. */
export class Slots {
  #free: number
  readonly #waiting: { slots: number; start: () => void }[] = []

  constructor(slots: number) {
    this.#free = slots
  }

  async run<T>(slots: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ slots, start })
      this.#startWaiting()
    })
    try {
      return await work()
    } finally {
      this.#free += slots
      this.#startWaiting()
    }
  }

  #startWaiting(): void {
    while (this.#waiting[0] && this.#waiting[0].slots <= this.#free) {
      const next = this.#waiting.shift()!
      this.#free -= next.slots
      next.start()
    }
  }
}
