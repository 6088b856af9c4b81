import { createHmac } from 'node:crypto'
import type { Json, JsonObject } from '../../../model/json'
import { typeOf } from '../../../model/canonical'
import {
  outboundCalls,
  OutboundError,
  ownHosts,
  type OutboundCall,
  type OutboundAnswer,
} from '../../platform/network/call-out'
import type { Outcome } from '../../language/feature/feature'
import type { RecordContext } from '../../records/record-context'
import type { RecordId } from '../../records/record-id'

/** What an endpoint gets of an event. */
export function webhookPayload(
  { entity, runtime, now }: RecordContext,
  {
    id,
    event,
    move,
    id_record,
    record,
    before,
    fields,
  }: {
    readonly id: string
    readonly event: string
    readonly move: string | null
    readonly id_record: RecordId
    readonly record: JsonObject
    readonly before: JsonObject | null
    readonly fields: readonly string[]
  },
): JsonObject {
  // Fields that a rule hides from some people are given to no program.
  const shown = Object.values(entity.fields)
    .filter((field) => {
      const type = typeOf(field, runtime.fieldTypes)
      return (
        !field.secret && !field.see && !type.writeOnly && !type.file && !field.children && field.name !== 'date_deleted'
      )
    })
    .map(({ name }) => name)
  const changed = shown.filter((name) => fields.includes(name))
  return {
    id,
    event: move === null ? event : `${event}:${move}`,
    entity: entity.name,
    id_record,
    at: now.toISOString(),
    record: Object.fromEntries(shown.map((name): [string, Json] => [name, record[name] ?? null])),
    changes:
      before === null || event !== 'changed'
        ? null
        : Object.fromEntries(changed.map((name) => [name, { from: before[name] ?? null, to: record[name] ?? null }])),
  }
}

/** Where a payload goes, and what it is signed with. */
interface Endpoint {
  readonly url: string
  readonly secret: string | null
}

// An endpoint that has more to do answers first.
const WAIT_MS = 10_000

/**
 * Makes a way out for signed calls.
 * @param privateHosts names and addresses in one's own network that the owner allows
 */
export function webhookSender(
  privateHosts: readonly string[],
  wait_ms = WAIT_MS,
): (endpoint: Endpoint, call: { readonly id: string; readonly body: string; readonly now: Date }) => Promise<Outcome> {
  const callOut = outboundCalls(ownHosts(privateHosts))
  const timed = (call: Omit<OutboundCall, 'wait_ms'>) => callOut({ ...call, wait_ms })
  return (endpoint, { id, body, now }) =>
    post(timed, endpoint, { id, body, timestamp: String(Math.floor(now.getTime() / 1000)) })
}

// Only its status counts.
const MAX_BYTES = 64 * 1024

interface Signed {
  readonly id: string
  readonly body: string
  readonly timestamp: string
}

async function post(
  callOut: (call: Omit<OutboundCall, 'wait_ms'>) => Promise<OutboundAnswer>,
  { url, secret }: Endpoint,
  call: Signed,
): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Toolrides-Webhooks/1',
    'webhook-id': call.id,
    'webhook-timestamp': call.timestamp,
    ...(secret !== null && { 'webhook-signature': signature(secret, call) }),
  }
  try {
    const { status } = await callOut({ url, method: 'POST', headers, body: call.body, max_bytes: MAX_BYTES })
    if (status >= 200 && status < 300) return { ok: true }
    // 410: the endpoint is gone for good.
    return { ok: false, reason: `HTTP ${status}`, again: status !== 410 }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ok: false, reason: error.code, again: error.code !== 'blocked' && error.code !== 'protocol' }
  }
}

/** The signature of Standard Webhooks: HMAC-SHA256 over id, time and body. */
function signature(secret: string, { id, timestamp, body }: Signed): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret, 'utf8')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
