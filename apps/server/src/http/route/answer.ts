import type { Readable } from 'node:stream'
import type { AnswerOf, Route, WithDates } from '@binnacle/contract'
import type { FastifyReply } from 'fastify'

/** A JSON body before it is written: each date-time is a Date or text. */
type Unsent<T> = T extends string
  ? WithDates<T> extends Date
    ? Date | string
    : T
  : T extends readonly (infer Item)[]
    ? readonly Unsent<Item>[]
    : T extends object
      ? { [K in keyof T]: Unsent<T[K]> }
      : T

type IfJson<R extends Route, Then, Else> = [AnswerOf<R>] extends [never] ? Else : Then

/** The body of one of a route's answers. */
export type Answer<R extends Route> = IfJson<
  R,
  Unsent<AnswerOf<R>> | JsonText<AnswerOf<R>>,
  string | Buffer | Readable | FastifyReply
>

/** What a handler returns: A, an answer of the route without a field that the contract does not declare. */
export type Exactly<R extends Route, A> = A & IfJson<R, Only<A, Unsent<AnswerOf<R>>>, unknown>

/**
 * T, with `never` for each field that the declared D does not have, at any depth. T may be assignable to D and have such fields, as a
 * row with one column too many does, and JSON would send them. In a union, a field of any of its members is declared.
 */
type Only<T, D> = [D] extends [never]
  ? never
  : unknown extends D
    ? T
    : T extends Date | string | number | boolean | null | undefined
      ? T
      : T extends readonly (infer Item)[]
        ? readonly Only<Item, FieldOf<D, number>>[]
        : { [K in keyof T]: Only<T[K], FieldOf<D, K>> }

/** The field K of those members of D that have it. */
type FieldOf<D, K> = D extends object ? (K extends keyof D ? D[K] : never) : never

declare const jsonOf: unique symbol

/** A T that was written as JSON, for an answer that is made once and sent often. Here T may have more fields than are declared. */
export type JsonText<T> = string & { readonly [jsonOf]: T }
export const jsonText = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>

/** What a handler may set of an answer whose body it returns. It has no `send`, which takes any body. */
export interface ReplyHead {
  code(status: number): ReplyHead
  type(contentType: string): ReplyHead
  header(name: string, value: string | number): ReplyHead
  headers(values: Record<string, string | number>): ReplyHead
}

/** What a handler has of the reply: it sends a body itself only where that is not JSON. */
export type ReplyOf<R extends Route> = IfJson<R, ReplyHead, FastifyReply>
