/** Every limit of the service in one place. Source: vessel-data-api.md, "Limits"; the rest is decided in docs/decisions. */
export const LIMITS = {
  /** Readings in one telemetry request. */
  readingsPerRequest: 200,
  /** Bytes of one telemetry body: 200 readings with every field at its full length fit. */
  telemetryBytes: 256 * 1024,
  /** Bytes of any other JSON body but a frame's. */
  bodyBytes: 64 * 1024,
  /** Bytes of one decoded image. */
  frameBytes: 8 * 1024 * 1024,
  /** Bytes of a frame's body around the image. */
  frameEnvelopeBytes: 16 * 1024,
  /** Pixels of one image: decoding needs memory by the pixel, not by the byte. */
  framePixels: 40_000_000,
  camerasPerVessel: 4,
  jsonDepth: 32,
  connectionConfigBytes: 16 * 1024,
  logbookEntries: 200,
  inspectionsListed: 50,
  framesPerRead: { default: 10, max: 50 },
  readingsPerRead: { default: 200, max: 500 },
  retainFrames: { default: 24, min: 1, max: 200 },
  /** Engine hours above this are stored but never move the meter: no engine has run 114 years. */
  meterHours: 1_000_000,
  signedLinkSeconds: 30 * 60,
  checkInSeconds: 5 * 60,
  /** How long a box waits between two polls for check-ins, ms; the shorter while the owner has the page open. */
  pollAfterMs: { idle: 15_000, watched: 5_000 },
  idempotencyKeyLength: 255,
  /** How much of an unknown metric's name is echoed. */
  echoedMetricLength: 64,
  bodySeconds: 15,
} as const
