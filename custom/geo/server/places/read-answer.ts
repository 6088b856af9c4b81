import type { Static, TSchema } from 'typebox'
import { shapeOf as shape } from '#engine/server'
import { PlaceError, type JsonAnswer } from './place-service'

/** Reads foreign JSON by its schema; undefined: it does not match. */
export function answerReader<T extends TSchema>(schema: T): (json: unknown) => Static<T> | undefined {
  const { fits } = shape(schema)
  return (json) => (fits(json) ? json : undefined)
}

/** The answer as the service documents it. @throws {PlaceError} bad_answer for anything else */
export function expected<T>(read: (json: unknown) => T | undefined, { json, status }: JsonAnswer): T {
  const found = read(json)
  if (found === undefined) throw new PlaceError('bad_answer', { status })
  return found
}

/** Refusals by status alone. @throws {PlaceError} for every status but 200 to 299 */
export function assertStatus(
  { status, retry_s }: JsonAnswer,
  said: { readonly [fact: string]: string | number | null } = {},
): void {
  if (status >= 200 && status < 300) return
  const data = { status, ...said }
  if (status === 401 || status === 403) throw new PlaceError('denied', data)
  if (status === 429) throw new PlaceError('limited', data, retry_s)
  if (status === 413 || status === 414) throw new PlaceError('too_big', data)
  throw new PlaceError(status >= 500 ? 'down' : 'refused', data, retry_s)
}
