/** What the load generator is asked to do: `connections` senders, each with one request under way at a time. */
export interface LoadJob {
  port: number
  format: 'telemetry' | 'line'
  /** Readings in a request. */
  readings: number
  connections: number
  /** Key and vessel of each onboard device; every connection sends for its share of them in turn. */
  devices: { key: string; vessel: string }[]
  warmUpMs: number
  ms: number
}

export interface LoadResult {
  /** Answered within the measured time. */
  requests: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** Readings of all accepted requests, those of the warm-up included. */
  readingsStored: number
  /** How many answers were other than accepted, by status. */
  failures: Record<string, number>
  /** Share of one core that the generator itself took. */
  generatorCpu: number
}
