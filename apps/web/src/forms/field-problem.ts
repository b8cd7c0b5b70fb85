import { ApiProblem } from '../api/client.ts'

/**
 * The field of a form that the service refused, and what it says of it: "/cost must be a multiple of 0.01" is of `cost`.
 * null for any other problem, which is not a field's.
 */
export function fieldProblem(error: unknown): { field: string; text: string } | null {
  if (!(error instanceof ApiProblem) || error.code !== 'invalid_request') return null
  const [, field, text] = /^\/(?:tasks\/\d+\/)?(\w+) (.+)$/.exec(error.detail ?? '') ?? []
  return field && text ? { field, text } : null
}
