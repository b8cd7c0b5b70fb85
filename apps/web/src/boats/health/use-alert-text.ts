import type { Alert } from '@binnacle/contract'
import { useTexts } from '../../texts/use-texts.ts'

/** Says an alert in one line of the reader's language. */
export function useAlertText(): (alert: Alert) => string {
  const words = useTexts().boats.alerts
  return ({ code, subject }) => words[code](subject)
}
