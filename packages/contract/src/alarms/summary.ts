/** How often an account is sent a summary of its boats. */
export const SUMMARIES = ['off', 'weekly', 'monthly'] as const
export type Summary = (typeof SUMMARIES)[number]
