/**
 * The advisory locks with numbers of their own, each for one purpose: two of the same number would wait for each other. A number
 * is never given to another purpose, as processes of two versions run at once.
 */
export const ADVISORY_LOCKS = {
  /** Whoever has it migrates, and the others wait. */
  upgrade: 4_610_021,
  /** Whoever has it makes the backup of the day. */
  backup: 4_610_022,
  /** Processes that start at once replace the ingest function one after the other. */
  ingestFunction: 4_610_023,
  /** Of the trigger that makes the first account the operator. */
  firstAccount: 20_260_101,
} as const
