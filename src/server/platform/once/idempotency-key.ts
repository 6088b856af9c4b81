import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../model/errors'

const HEADER = 'Idempotency-Key'
const FORM = /^[\x21-\x7e]{8,64}$/

/** The key under which a call is sent again when its answer was lost; null without one. @throws {AppError} MALFORMED */
export function idempotencyKey(headers: IncomingHttpHeaders): string | null {
  const given = headers[HEADER.toLowerCase()]
  if (given === undefined || given === '') return null
  if (typeof given !== 'string' || !FORM.test(given))
    throw new AppError('MALFORMED', { say: 'errors.key_form', params: { name: HEADER } })
  return given
}
