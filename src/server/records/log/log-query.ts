import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { dayBounds } from '../../../model/values/zone-time'
import { malformed } from '../../platform/answers/malformed'

/** The parameters of a log call; spec 1 §7, spec 2 §7. */
export interface LogQuery {
  readonly id_user: number | null
  readonly type_user: string | null
  readonly type_log: string | null
  /** Name of a catalogue or of an entity. */
  readonly target: string | null
  /** A number, or the text of an entity whose ids users give. */
  readonly id_target: string | null
  readonly platform: string | null
  /** The run of several writes that lines belong to, such as `import:7`. */
  readonly run: string | null
  /** The first moment, and the end, which is exclusive, ISO 8601. */
  readonly from: string | null
  readonly until: string | null
  readonly limit: number
  /** Lines older than this one: the `id` of the last line shown. */
  readonly before: number | null
}

const DEFAULT_LIMIT = 20
const MAX_LINES = 1000
const MAX_CHARS = 80
const KNOWN = [
  'id_user',
  'type_user',
  'type_log',
  'target',
  'id_target',
  'platform',
  'run',
  'date_from',
  'date_to',
  'limit',
  'before',
]

/** @param zone IANA zone whose days `date_from` and `date_to` are @throws {AppError} MALFORMED, FILTER_UNKNOWN */
export function readLogQuery(query: JsonObject, zone: string): LogQuery {
  const unknown = Object.keys(query).find((key) => !KNOWN.includes(key))
  if (unknown !== undefined)
    throw new AppError('FILTER_UNKNOWN', {
      say: 'records.filter_unknown',
      params: { name: unknown.slice(0, MAX_CHARS), known: KNOWN.join(', ') },
    })
  const text = (key: string): string | null => {
    const value = query[key]
    if (value === undefined || value === null || value === '') return null
    if (
      !['string', 'number'].includes(typeof value) ||
      String(value).length > MAX_CHARS ||
      /\p{Cc}|\p{Surrogate}/u.test(String(value))
    )
      throw malformed(key)
    return String(value)
  }
  const number = (key: string): number | null => {
    const value = text(key)
    if (value !== null && !/^\d{1,9}$/.test(value)) throw malformed(key)
    return value === null ? null : Number(value)
  }
  const day = (key: string): ReturnType<typeof dayBounds> => {
    const value = text(key)
    const bounds = value === null ? null : dayBounds(value, zone)
    if (value !== null && !bounds) throw malformed(key)
    return bounds
  }
  return {
    id_user: number('id_user'),
    type_user: text('type_user'),
    type_log: text('type_log'),
    target: text('target'),
    id_target: text('id_target'),
    platform: text('platform'),
    run: text('run'),
    from: day('date_from')?.from ?? null,
    until: day('date_to')?.until ?? null,
    limit: Math.min(number('limit') ?? DEFAULT_LIMIT, MAX_LINES),
    before: number('before'),
  }
}
