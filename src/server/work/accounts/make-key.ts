import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { writeLog } from '../../language/audit'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { newKey } from './api-key'
import { keyModules, writeRights, type KeyRights } from '../../language/actor/key-rights'
import type { Session } from '../../language/actor/session'
import { DAY_MS } from '../../../model/values/zone-time'
import { engineTables } from '../../platform/database/engine-tables'

const MAX_NAME = 80

interface WantedKey {
  readonly name: string
  readonly rights: KeyRights
  readonly days: number
}

/** What the settings say of keys. */
export function keyLimits(settings: JsonObject): {
  readonly days: number
  readonly max_days: number
  readonly most: number
} {
  const max_days = Math.max(1, Math.floor(Number(settings.api_key_max_days)) || 1)
  return {
    max_days,
    days: Math.min(max_days, Math.max(1, Math.floor(Number(settings.api_key_days)) || 1)),
    most: Math.max(0, Number(settings.api_key_most) || 0),
  }
}

/**
 * Makes a key of the session's own user; a line of the log and a mail say so.
 * @returns the key itself, which is stored nowhere
 * @throws {AppError} VALIDATION at `name`, `modules` or `days`, or when there are as many keys as the settings allow
 */
export async function makeKey(
  runtime: Runtime,
  session: Session,
  input: JsonObject,
): Promise<{ readonly id: number; readonly key: string }> {
  const { database, now, words } = runtime
  const { actor, person, platform } = session
  const limits = keyLimits(await runtime.settings())
  const { name, rights, days } = readWanted(runtime, session, input, limits)
  const { key, prefix, hash } = newKey()
  const date = now()
  const stamp = date.toISOString()
  const id = await database.transaction(async (tx) => {
    // Two at once are counted one after the other.
    await engineTables(tx).selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute()
    const own = await engineTables(tx)
      .selectFrom('api_keys')
      .select('id')
      .where('id_user', '=', actor.id)
      .where('status', '=', 'active')
      .where('date_expires', '>', stamp)
      .execute()
    if (own.length >= limits.most)
      throw new AppError('VALIDATION', { say: 'errors.key_most', params: { most: limits.most } })
    const row = await engineTables(tx)
      .insertInto('api_keys')
      .values({
        name,
        id_user: actor.id,
        prefix,
        hash,
        rights: writeRights(rights),
        status: 'active',
        date_expires: new Date(date.getTime() + days * DAY_MS).toISOString(),
        date_created: stamp,
        date_updated: stamp,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeLog(tx, {
      id_user: actor.id,
      type_log: 'create',
      target: 'api_keys',
      id_target: Number(row.id),
      title: name,
      platform,
      id_session: session.id,
      date,
      changes: { rights: { from: null, to: writeRights(rights) } },
    })
    if (typeof person.email === 'string') {
      const values = { name: [person.name, person.surname].filter(Boolean).join(' '), key: name, prefix }
      await queueMail(
        tx,
        { recipient: person.email, ...(await writeMail(tx, words, engineMail('key_made'), actor.language, values)) },
        date,
      )
    }
    return Number(row.id)
  })
  return { id, key }
}

/** @throws {AppError} VALIDATION */
function readWanted(
  runtime: Runtime,
  { actor }: Session,
  { name, modules, days }: JsonObject,
  limits: ReturnType<typeof keyLimits>,
): WantedKey {
  const errors: { [field: string]: FieldError } = {}
  const title = typeof name === 'string' ? name.replace(/\p{Cc}/gu, ' ').trim() : ''
  if (title === '') errors.name = { key: 'required' }
  else if (title.length > MAX_NAME) errors.name = { key: 'too_long', params: { max: MAX_NAME } }
  const rights = rightsIn(runtime, actor, modules)
  if (!rights || rights.size === 0) errors.modules = { key: rights ? 'required' : 'beyond_rights' }
  const lasts = days === undefined || days === null ? limits.days : Number(days)
  if (!Number.isInteger(lasts) || lasts < 1) errors.days = { key: 'min', params: { min: 1 } }
  else if (lasts > limits.max_days) errors.days = { key: 'max', params: { max: limits.max_days } }
  if (!rights || Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  return { name: title, rights, days: lasts }
}

/** `[{ id: 'clients', edit: 1 }]`; null when one is no module that the person may open so far. */
function rightsIn(runtime: Runtime, actor: Session['actor'], modules: Json | undefined): KeyRights | null {
  if (!Array.isArray(modules)) return new Map()
  const open = new Map(keyModules(runtime, actor, actor.language).map((one) => [one.id, one]))
  const rights = new Map<string, boolean>()
  for (const one of modules as readonly Json[]) {
    const { id, edit } = one !== null && typeof one === 'object' && !Array.isArray(one) ? (one as JsonObject) : {}
    const own = typeof id === 'string' ? open.get(id) : undefined
    const edits = edit === true || edit === 1
    if (!own || (edits && !own.edit)) return null
    rights.set(own.id, edits)
  }
  return rights
}
