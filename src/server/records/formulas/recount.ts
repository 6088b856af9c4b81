import { sql, type RawBuilder } from 'kysely'
import { closedIn } from '../../../model/flow'
import type { Json } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Tx } from '../../platform/database/database'
import { fieldSql } from '../../../fields/sql'
import { sqlTypeOf } from '../fields/row-columns'
import { ownersOf } from '../relations/locks'
import { idArray, readId, type RecordId } from '../record-id'
import type { FilledField } from './dependents'
import { formulaToSql } from './formula-to-sql'
import { living } from '../fields/in-scope'

/** Rows of one statement. */
const ROWS_A_STATEMENT = 2000

/** A row whose value is another one now. */
interface Recounted {
  readonly id: RecordId
  readonly value: Json
  /** The references by which it is counted elsewhere. */
  readonly links: { readonly [ref: string]: RecordId | null }
}

/**
 * Of rows `t`: those whose formula no state locks, neither their own nor that of a record whose rows they are. A paid
 * statement stays as it was paid, whatever becomes of what it refers to.
 */
export function open({ entity, field }: Pick<FilledField, 'entity' | 'field'>, model: Model): RawBuilder<boolean> {
  const { flow } = entity
  const own = flow ? closedIn(flow, field.name) : []
  const conditions = ownersOf(model, entity.name).map(({ entity: owner, field: state, link, states, through }) => {
    const its = through
      ? sql`o.id = (select ${sql.ref(`x.${through.link}`)} from ${sql.table(through.entity.name)} as x
        where x.id = ${sql.ref(`t.${link}`)})`
      : sql`o.id = ${sql.ref(`t.${link}`)}`
    return sql<boolean>`not exists (select from ${sql.table(owner.name)} as o
      where ${its} and ${sql.ref(`o.${state}`)} = any(${[...states]}::text[]))`
  })
  if (flow?.field && own.length > 0)
    conditions.push(sql<boolean>`(${sql.ref(`t.${flow.field}`)} = any(${[...own]}::text[])) is not true`)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/**
 * The living rows with these ids, or that refer to these records and are not locked by their state, locked in the order
 * of their ids, so that what they are counted from is read after the lock.
 */
export async function lockRows(
  tx: Tx,
  one: FilledField,
  model: Model,
  ids: readonly RecordId[],
  through: ReadonlyMap<string, ReadonlySet<RecordId>>,
): Promise<readonly RecordId[]> {
  const { entity } = one
  const conditions = [...through].flatMap(([ref, far]) => {
    const target = model.entities[entity.fields[ref]?.ref?.to ?? '']
    return target
      ? [sql<boolean>`${sql.ref(`t.${ref}`)} = any(${idArray(target, [...far])}) and ${open(one, model)}`]
      : []
  })
  if (ids.length > 0) conditions.push(sql<boolean>`t.id = any(${idArray(entity, ids)})`)
  if (conditions.length === 0) return []
  const { rows } = await sql<{ id: RecordId }>`select t.id from ${sql.table(entity.name)} as t
    where (${sql.join(conditions, sql` or `)}) and ${living('t')} order by t.id for no key update`.execute(tx)
  return rows.map(({ id }) => readId(entity, id))
}

/** Gives rows the value that their formula comes to; @returns those whose value changed. */
export async function recount(
  tx: Tx,
  { entity, field }: FilledField,
  model: Model,
  ids: readonly RecordId[],
  links: readonly string[],
): Promise<readonly Recounted[]> {
  const type = sqlTypeOf(fieldSql, field)
  const changed: Recounted[] = []
  for (let from = 0; from < ids.length; from += ROWS_A_STATEMENT) {
    const some = idArray(entity, ids.slice(from, from + ROWS_A_STATEMENT))
    const columns = [
      sql`t.id`,
      sql`${sql.ref(`t.${field.name}`)} as value`,
      ...links.map((name, at) => sql`${sql.ref(`t.${name}`)} as ${sql.id(`l${at}`)}`),
    ]
    const { rows } = await sql<{
      id: RecordId
      value: unknown
      [link: string]: unknown
    }>`${settled({ entity, field }, model, sql<boolean>`t.id = any(${some})`)}
      returning ${sql.join(columns)}`.execute(tx)
    for (const row of rows) {
      const value = row.value === null ? null : type.decode(row.value, field)
      changed.push({
        id: readId(entity, row.id),
        value,
        links: Object.fromEntries(
          links.map((name, at) => [name, linkOf(model, entity.fields[name]?.ref?.to, row[`l${at}`])]),
        ),
      })
    }
  }
  return changed
}

/** The statement that gives some rows of `t` the value of their formula, where they have another. */
export function settled(
  { entity, field }: Pick<FilledField, 'entity' | 'field'>,
  model: Model,
  where: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const value = formulaToSql(field.formula, { model, entity, alias: 't', target: field })
  return sql`update ${sql.table(entity.name)} as t set ${sql.id(field.name)} = v.value
    from (select t.id, ${value} as value from ${sql.table(entity.name)} as t where ${where}) as v
    where t.id = v.id and ${sql.ref(`t.${field.name}`)} is distinct from v.value`
}

function linkOf(model: Model, to: string | undefined, raw: unknown): RecordId | null {
  const target = to === undefined ? undefined : model.entities[to]
  return raw === null || raw === undefined || !target ? null : readId(target, raw as Json)
}
