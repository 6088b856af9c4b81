import { sql } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { joinTableName } from '../../language/migrate/join-table'
import { chosenWithin, idsWithin } from '../fields/choices'
import type { RecordContext } from '../record-context'
import { idArray, type RecordId } from '../record-id'
import { targetContext } from './refs-column'

const known = new WeakMap<Entity, readonly Field[]>()

const isRefs = ({ virtual, ref }: Field): boolean => virtual === true && ref !== undefined

/**
 * Fields of an entity whose ids are in a table of their own, and written with the record: tags have calls of their own.
 */
export function refsFields(entity: Entity): readonly Field[] {
  const fields =
    known.get(entity) ?? Object.values(entity.fields).filter((field) => isRefs(field) && field.type !== 'tags')
  known.set(entity, fields)
  return fields
}

interface Settled {
  readonly values: { readonly [field: string]: Json }
  readonly errors: { readonly [field: string]: FieldError }
}

/**
 * The ids that each `refs` field will hold: those that were asked for, new ones only if they are in the asker's scope
 * and among the choices, and the existing ones outside the asker's scope, which they cannot remove.
 */
export async function settleRefs(
  context: RecordContext,
  tx: Tx,
  record: JsonObject,
  before: JsonObject | null,
): Promise<Settled> {
  const values: { [field: string]: Json } = {}
  const errors: { [field: string]: FieldError } = {}
  for (const field of Object.values(context.entity.fields).filter(
    (one) => isRefs(one) && record[one.name] !== undefined,
  )) {
    const target = context.model.entities[field.ref?.to ?? '']
    const asked = idsOf(record[field.name])
    const stood = idsOf(before?.[field.name])
    if (!target || sameIds(asked, stood)) continue
    // Validation reports a value that is no list of ids; PostgreSQL would not even compare it.
    if (
      record[field.name] !== null &&
      typeOf(field, context.runtime.fieldTypes).check(record[field.name] ?? null, field) !== null
    )
      continue
    if (asked.some((id) => (target.key ? typeof id !== 'string' : typeof id !== 'number'))) {
      errors[field.name] = { key: 'refs' }
      continue
    }
    const fresh = asked.filter((id) => !stood.includes(id))
    const missing = stood.filter((id) => !asked.includes(id))
    const reached = await chosenWithin(context, tx, field, target, fresh, record)
    if (fresh.some((id) => !reached.has(id))) errors[field.name] = { key: 'ref' }
    const own = await idsWithin(targetContext(context, target), tx, missing)
    const all = [...asked, ...missing.filter((id) => !own.has(id))]
    // An asker who sees only some of the ids, and leaves those as they are, has changed nothing.
    const kept =
      all.length === stood.length &&
      sameIds(
        asked,
        stood.filter((id) => asked.includes(id)),
      )
    values[field.name] = kept ? [...stood] : all.length === 0 ? null : all
  }
  return { values, errors }
}

/** Writes the ids of changed `refs` fields into their tables, in their order. */
export async function writeRefs(
  tx: Tx,
  fields: readonly Field[],
  id: RecordId,
  record: JsonObject,
  model: RecordContext['model'],
): Promise<void> {
  for (const field of fields) {
    const target = field.ref && field.virtual ? model.entities[field.ref.to] : undefined
    if (!target) continue
    const table = sql.table(joinTableName(field.entity, field.name))
    await sql`delete from ${table} where id_own = ${id}`.execute(tx)
    const ids = idsOf(record[field.name])
    if (ids.length === 0) continue
    await sql`insert into ${table} (id_own, id_target, rank)
      select ${id}, n.id, n.rank from unnest(${idArray(target, ids)}) with ordinality as n (id, rank)`.execute(tx)
  }
}

export const idsOf = (value: Json | undefined): readonly RecordId[] =>
  Array.isArray(value)
    ? value.filter((id: Json): id is RecordId => typeof id === 'number' || typeof id === 'string')
    : []

const sameIds = (a: readonly RecordId[], b: readonly RecordId[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i])
