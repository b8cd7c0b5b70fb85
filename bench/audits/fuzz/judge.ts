import { ERRORS, type Route } from '@binnacle/contract'
import { check } from '../../../apps/server/src/testing/client.ts'
import type { Draft } from './draft.ts'
import type { Outcome } from './wire.ts'
import type { Victim } from './world.ts'

/** 5xx that are meant: oEmbed as XML, and ingestion that the operator has switched off. */
const MEANT = new Set(['unsupported_format', 'ingest_disabled'])

/** What is wrong with the outcome of a request; null when nothing is. */
export function fault(draft: Draft, broken: boolean, outcome: Outcome, { marker, world }: Victim): string | null {
  if (outcome === 'silence') return 'no answer within two minutes'
  if (outcome === 'closed') return broken ? null : 'the connection was ended without an answer'
  const { status, headers, body } = outcome
  const text = body.toString('utf8')
  const json = headers.get('content-type')?.startsWith('application/json') ? parsed(text) : undefined
  const allToOperator = draft.route.auth === 'operator'
  if (!allToOperator && (text.includes(marker) || Object.values(world.ids).some((id) => text.includes(id))))
    return 'the answer holds what is another owner’s'
  if (/node_modules|\/apps\/server\/src|\n {4}at /.test(text) && draft.route.id !== 'getOpenApi' && status !== 200)
    return 'the answer tells of our insides'
  // It says no code: what the route declares is meant.
  if (draft.method === 'HEAD') return status < 500 || declares(draft.route, status) ? null : `${status} to a HEAD`
  // A browser gets a page that says which setting names the host.
  if (status === ERRORS.unknown_host.status && headers.get('content-type')?.startsWith('text/html')) return null
  if (status < 300 && isIgnored(draft)) return 'an unknown parameter, or a misspelt field, was ignored'
  const unlike = unlikeContract(draft.route, { status, text, body: json, headers: new Headers([...headers]) })
  if (unlike === null || (status < 400 && !sameAddress(draft))) return null
  return status >= 400 && draft.done.length > 0 ? badError(status, json) : unlike
}

const declares = (route: Route, status: number) => route.errors.some((code) => ERRORS[code].status === status)

/** Whether the request still is to the route that it was made for. */
const sameAddress = ({ done, method, route }: Draft) =>
  method === route.method && !done.some((way) => ELSEWHERE.has(way))

/** Whether the route has to refuse the request for a name in it. */
function isIgnored(draft: Draft): boolean {
  const { route, query, done } = draft
  if (route.auth === 'public' || !sameAddress(draft)) return false
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  const unknown = new URLSearchParams(search).keys().some((name) => !(name in (route.query?.properties ?? {})))
  return unknown || (done.length === 1 && done[0] === 'field misspelt')
}

const ELSEWHERE = new Set(['segment', 'path form', 'header line', 'framing'])

function unlikeContract(route: Route, answer: Parameters<typeof check>[1]): string | null {
  try {
    check(route, answer)
  } catch (error) {
    return (error as Error).message.slice(0, 500)
  }
  const meant = route.answers[answer.status] ? 'declared' : String((answer.body as { error?: unknown })?.error)
  if (answer.status >= 500 && meant !== 'declared' && !MEANT.has(meant)) return `${answer.status} ${meant}`
  return answer.status >= 400 && meant !== 'declared' ? badError(answer.status, answer.body) : null
}

/** Whether an error is anything else than `{error: code}` with the code's own status. */
export function badError(status: number, body: unknown): string | null {
  const { error } = Object(body) as { error?: unknown }
  if (typeof error !== 'string' || Object.keys(Object(body)).length !== 1)
    return `${status} without {error}: ${JSON.stringify(body)}`
  const code = error.split(':')[0]!
  if (!(code in ERRORS)) return `${status} with an unknown code: ${error.slice(0, 200)}`
  if (ERRORS[code as keyof typeof ERRORS].status !== status) return `${status} with the code ${code}`
  if (status >= 500 && !MEANT.has(code)) return `${status} ${code}`
  return error.includes(':') && code !== 'invalid_request' ? `a code with more after it: ${error.slice(0, 200)}` : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
