import { tables, living } from '#app/tables'
import { isObject, type Json } from '#engine/model'
import {
  callLimit,
  openSecret,
  type Db,
  type InboundAnswer,
  type InboundCall,
  type InboundRequest,
} from '#engine/server'
import { readEvent } from '../../model/phone-systems'
import type { Fields } from '../../model/telephone-event'
import { noteEvent } from '../calls/note-event'
import { isFrom } from './verify'

// A system of a hundred extensions sends some ten thousand events an hour; who guesses tokens does so from one network.
const MAX_CALLS = { all: 12_000, refused: 60 } as const
const MAX_BYTES = 64 * 1024
const countCall = callLimit('telephony.too_many')

/**
 * `/api/hooks/calls/:key`: where a telephone system says that somebody calls, that it was answered, and that it is
 * over.
 */
export const callHook: InboundCall = {
  path: 'calls/:key',
  max_bytes: MAX_BYTES,
  async handle({ database, now, model }, request) {
    const { db } = database
    countCall(db, `hooks ${request.network}`, now(), MAX_CALLS.all)
    const refuse = (status: number): InboundAnswer => {
      countCall(db, `refused ${request.network}`, now(), MAX_CALLS.refused)
      return { status }
    }
    const system = await systemByKey(db, request.params['key'] ?? '')
    if (!system?.token) return refuse(404)
    const sent = fieldsOf(request)
    if (!isFrom(system.type, system.token, request, request.method === 'POST' ? sent : {})) return refuse(403)
    const event = readEvent({ ...request.query, ...sent })
    const stamp = now().toISOString()
    await tables(db).updateTable('phone_systems').set({ date_heard: stamp }).where('id', '=', system.id).execute()
    if (event)
      await database.transaction((tx) =>
        noteEvent(tx, system, event, { now: now(), code: model().application.calling_code }),
      )
    return answerTo(system.type)
  },
}

/** Twilio reads instructions: none. */
const answerTo = (type: string): InboundAnswer =>
  type === 'twilio'
    ? { status: 200, text: '<Response/>', type: 'text/xml; charset=utf-8' }
    : { status: 200, text: '{}', type: 'application/json' }

export interface PhoneSystem {
  readonly id: number
  readonly type: string
  readonly id_branch: number | null
}

async function systemByKey(db: Db, key: string): Promise<(PhoneSystem & { readonly token: string | null }) | null> {
  const row = await living(db, 'phone_systems')
    .where('key', '=', key)
    .where('state', '=', '1')
    .select(['id', 'type', 'id_branch', 'token'])
    .executeTakeFirst()
  return row ? { ...row, type: row.type ?? 'generic', token: openSecret(db, 'phone_systems.token', row.token) } : null
}

/** The fields of a form or of flat JSON; what is no text or number says nothing. */
function fieldsOf({ method, body, header }: InboundRequest): Fields {
  if (method === 'GET' || body.length === 0) return {}
  const text = body.toString('utf8')
  if (!header('content-type')?.includes('json')) return Object.fromEntries(new URLSearchParams(text))
  try {
    const json = JSON.parse(text) as Json
    if (!isObject(json)) return {}
    return Object.fromEntries(
      Object.entries(json).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
      ),
    )
  } catch {
    return {}
  }
}
