/**
 * Rejects when there is no answer within the time. setImmediate: an answer that arrived while this process was busy is read
 * first, and is not late.
 */
export async function answeredWithin<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const fail = () => late.reject(new Error(`no answer within ${ms} ms`))
  const timer = setTimeout(() => setImmediate(fail), ms)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
