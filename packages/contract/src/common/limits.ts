/** Every limit of the service in one place. Source: vessel-data-api.md, "Limits"; the rest is decided in docs/decisions. */
export const LIMITS = {
  /** Readings in one telemetry request. */
  readingsPerRequest: 200,
  /** Bytes of one telemetry body: 200 readings with every field at its full length fit, each character written as \uXXXX. */
  telemetryBytes: 640 * 1024,
  /** Bytes of any other JSON body but a frame's. */
  bodyBytes: 64 * 1024,
  /** Bytes of one decoded image. */
  frameBytes: 8 * 1024 * 1024,
  /** Bytes of that image as base64 in lines of 64 characters, each ended by \r\n as JSON writes it. */
  frameTextBytes: Math.ceil((8 * 1024 * 1024) / 3 / 16) * (64 + 4),
  /** Bytes of a frame's body around the image. */
  frameEnvelopeBytes: 16 * 1024,
  /** Pixels of one image: decoding needs memory by the pixel, not by the byte. */
  framePixels: 40_000_000,
  /** Pixels of one side, which is what a JPEG can have: decoding 40 million rows of one pixel takes seconds. */
  frameSide: 65_535,
  camerasPerVessel: 4,
  jsonDepth: 32,
  /** Bytes of the request line and the headers. */
  headerBytes: 16 * 1024,
  connectionConfigBytes: 16 * 1024,
  logbookEntries: 200,
  /** Entries of a page of the log in the app. */
  logPage: { default: 50, max: 200 },
  searchLength: 100,
  /** Tasks that are added at once. */
  tasksPerRequest: 200,
  /** Points of the line that shows the hour meter over the years. */
  hourPoints: 500,
  inspectionsListed: 50,
  photosPerPoint: 4,
  framesPerRead: { default: 10, max: 50 },
  /** Frames of a page in the app. */
  framesPerPage: { default: 50, max: 200 },
  readingsPerRead: { default: 200, max: 500 },
  /** Downloads of readings that an account has under way. Each holds up to 100,000 readings while its reader is slow. */
  downloadsAtOnce: 4,
  alarmsPerRead: { default: 50, max: 200 },
  onboardAlarms: 50,
  /** How long an onboard device waits between two polls for alarms, ms. */
  alarmPollAfterMs: 30_000,
  /** Alarm rules of a vessel. */
  rulesPerVessel: 100,
  channelsPerAccount: 20,
  /** What an account may have sent in an hour: e-mails (links that verify an address, and tests), tests elsewhere, messages again. */
  channelMailsPerHour: 10,
  channelTestsPerHour: 60,
  sentAgainPerHour: 60,
  deliveriesPerRead: { default: 50, max: 200 },
  /**
   * Series of a vessel that are summed up and listed, the newest: many more than a boat has. An onboard device, or who has its
   * key, can name new ones with each batch.
   */
  seriesPerVessel: 1000,
  /** Points of a chart or a track. */
  pointsPerRead: { default: 1000, max: 2000 },
  /** Gaps of a track. */
  gapsPerTrack: 250,
  /** Faults, and services, beside a chart. */
  eventsPerRead: 500,
  /** A series that was silent for longer has no latest value. */
  latestDays: 30,
  /** Days that readings may be kept. A batch is remembered by its key for the fewest. */
  telemetryKeepDays: { min: 35, max: 36_500 },
  /** A limit of age is acted on so many days after it was set. */
  telemetryKeepDelayDays: 7,
  retainFrames: { default: 24, min: 1, max: 200 },
  /** Engine hours above this are stored but never move the meter: no engine has run 114 years. */
  meterHours: 1_000_000,
  signedLinkSeconds: 30 * 60,
  checkInSeconds: 5 * 60,
  /** How long an onboard device waits between two polls for check-ins, ms; the shorter while the owner waits for a frame. */
  pollAfterMs: { idle: 15_000, watched: 5_000 },
  idempotencyKeyLength: 255,
  /** An owner's request is remembered by its Idempotency-Key for so many days at least, as a batch is. */
  idempotencyDays: 35,
  /** The longest that what an owner did waits for a network: a time before that comes from a wrong clock. */
  waitDays: 366,
  /** Characters, which are code points, of the texts of a reading. */
  readingText: { text_value: 120, unit: 16, instance: 40 },
  /** How much of an unknown metric's name is echoed. */
  echoedMetricLength: 64,
  bodySeconds: 15,
} as const
