/** What sends, reads or looks on in bench:fleet, and what of that is measured apart. */
export const KINDS = ['live', 'draining', 'pending', 'frame', 'by key', 'in the app'] as const
export type Kind = (typeof KINDS)[number]

export interface FleetClient {
  vesselId: string
  /** Of its onboard device. */
  key: string
  isDraining: boolean
  hasCamera: boolean
  /** Access key of an owner whose program reads. */
  ownerKey: string | null
  /** Cookie of an owner who has the app open. */
  cookie: string | null
}

export interface FleetJob {
  seed: number
  /** Of the service's processes; the clients are dealt out to them in turn, as a balancer would. */
  ports: number[]
  clients: FleetClient[]
  warmUpMs: number
  ms: number
}

/** What of one kind was due within the time measured. */
export interface KindResult {
  requests: number
  /** From when it was due. */
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** From when it was sent. */
  sentP99Ms: number
}

export interface FleetResult {
  kinds: Partial<Record<Kind, KindResult>>
  all: KindResult
  /** Readings of accepted requests that were due within the time measured. */
  readings: number
  /** Of the whole run, with the warm-up: batches that were acknowledged, by client. */
  acknowledged: number[]
  /** Batches that may be stored: their connection was closed before an answer came, or the answer was 503. */
  uncertain: number[]
  /** Frames that were acknowledged. */
  frames: number
  /** Answers other than success, by kind and status. */
  failures: Record<string, number>
  /** Streams of live events that were open, and the changes that they told. */
  streams: number
  changes: number
  /** How late the generator itself was, ms: from when something was due until it had its turn. */
  lateP99Ms: number
}

/** What the generator tells: when it has connected, when the time that is measured begins and ends, and at last what came of it. */
export type FromGenerator =
  | { stage: 'connected' | 'begins' | 'ends' }
  | { stage: 'done'; result: FleetResult }
  | { stage: 'failed'; error: string }
