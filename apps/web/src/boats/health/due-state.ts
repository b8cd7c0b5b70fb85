import type { DueForecast, DueStatus } from '@binnacle/contract'

/** A due status as the app shows it. */
export type DueState = DueStatus | 'never_logged'

/** A task that was never logged and is not due by its start is not "OK": nobody knows when it was last done. */
export const dueState = ({ status, last_service }: Pick<DueForecast, 'status' | 'last_service'>): DueState =>
  status === 'ok' && last_service === null ? 'never_logged' : status
