import { ApiError, found } from '../http/errors.ts'

/** What was done to an inspection, or the answer for "not there" or for "finished already". */
export function unfinished<T extends object>(outcome: T | 'conflict' | null): T {
  const done = found(outcome)
  if (done === 'conflict') throw new ApiError('conflict')
  return done as T
}
