import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Db } from '../../platform/database/database'
import { all, withinScope } from '../fields/in-scope'
import type { RecordContext } from '../record-context'
import { holdersOf, uniqueGroups } from './unique-holders'
import type { Write } from './open-write'
import { HOUR_MS } from '../../../model/values/zone-time'

/** Refusals of one person in an hour after which they write no unique value at all. */
const MAX_AN_HOUR = 20

/**
 * When somebody's values were refused, and the check of theirs that runs now: at once, many would pass before the first
 * is counted.
 */
interface Refusals {
  readonly at_ms: number[]
  last: Promise<void>
}
const refusals = new WeakMap<Db, Map<number, Refusals>>()

/** Whether unique values of the entity may be held by rows that the asker must not know of. */
export const hasHiddenHolders = (context: RecordContext): boolean =>
  uniqueGroups(context.entity).length > 0 && withinScope(context, 't', 'read').length > 0

/**
 * Refuses values that a row out of the asker's scope has (an e-mail address of another company's), which cannot be
 * hidden, since the value is unique over all. So it is counted and logged: beyond 20 an hour the person writes no
 * unique value, taken or free.
 * @throws {AppError} VALIDATION at the fields, TOO_MANY
 */
export async function assertNotElsewhere(
  context: RecordContext,
  write: Write,
  changed: readonly Field[],
  record: JsonObject,
  id: Json,
): Promise<void> {
  const groups = valuedGroups(context.entity, changed, record)
  if (groups.length === 0 || !hasHiddenHolders(context)) return
  const own = refusalsOf(context)
  const check = own.last.then(() => assertFree(context, write, own, groups, record, id))
  own.last = check.catch(() => undefined)
  await check
}

/** Groups with a changed field and a value in each. */
const valuedGroups = (entity: Entity, changed: readonly Field[], record: JsonObject): readonly (readonly Field[])[] =>
  uniqueGroups(entity).filter(
    (fields) =>
      fields.some((field) => changed.includes(field)) && fields.every(({ name }) => (record[name] ?? null) !== null),
  )

function refusalsOf({ runtime, actor }: RecordContext): Refusals {
  const { db } = runtime.database
  const people = refusals.get(db) ?? new Map<number, Refusals>()
  refusals.set(db, people)
  const own = people.get(actor.id) ?? { at_ms: [], last: Promise.resolve() }
  people.set(actor.id, own)
  return own
}

async function assertFree(
  context: RecordContext,
  write: Write,
  own: Refusals,
  groups: readonly (readonly Field[])[],
  record: JsonObject,
  id: Json,
): Promise<void> {
  const { actor, entity, origin, runtime } = context
  // The moment itself and not the call's: a long import is no single moment.
  const now = runtime.now()
  while ((own.at_ms[0] ?? Infinity) < now.getTime() - HOUR_MS) own.at_ms.shift()
  const [first] = own.at_ms
  if (first !== undefined && own.at_ms.length >= MAX_AN_HOUR) {
    const retry_s = Math.max(1, Math.ceil((first + HOUR_MS - now.getTime()) / 1000))
    throw new AppError('TOO_MANY', {
      say: 'errors.too_many_taken',
      params: { retry_s, minutes: Math.ceil(retry_s / 60) },
    })
  }
  const hidden = sql<boolean>`not coalesce(${all(withinScope(context, 't', 'read'))}, false)`
  for (const fields of groups) {
    const values = fields.map(({ name }) => record[name] ?? null)
    const [holder] = await holdersOf(context, write.tx, fields, [values], hidden)
    if (!holder || holder.id === null || String(holder.id) === String(id)) continue
    own.at_ms.push(now.getTime())
    write.refused.push({
      id_user: actor.id,
      type_log: 'value_refused',
      target: entity.name,
      id_target: null,
      title: values.join(', '),
      platform: origin.platform,
      id_session: origin.id_session,
      date: now,
    })
    throw new AppError('VALIDATION', {
      errors: Object.fromEntries(fields.map(({ name }) => [name, { key: 'unique_elsewhere' }])),
    })
  }
}
