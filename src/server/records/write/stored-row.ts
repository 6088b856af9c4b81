import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { hashPassword } from '../../language/actor/password'
import type { Tx } from '../../platform/database/database'
import { DYNAMIC_COLUMN } from '../../language/rules/engine-columns'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { keyringFor } from '../../platform/secrets/keyring'
import { sqlTypeOf } from '../fields/row-columns'
import { inScope } from '../fields/in-scope'
import { raisedIn, raisedVersion } from './raised'

/** A row just written: its id, and whether it is now in the writer's scope. */
export interface StoredRow {
  readonly id: RecordId
  readonly within: boolean
}

/** Inserts a new row; `values` are canonical. */
export async function insertRow(
  context: RecordContext,
  tx: Tx,
  fields: readonly Field[],
  values: { readonly [field: string]: Json },
): Promise<StoredRow> {
  const table = context.entity.name
  const moment = context.now.toISOString()
  const cells = [
    ...(await storedCells(context, keyed(context, fields), values)),
    ...dynamicCell(context, fields, values, null),
    ...lastInOrder(context, fields),
    ['date_created', sql`${moment}`] as const,
    ['date_updated', sql`${moment}`] as const,
  ]
  const query = sql<StoredRow>`insert into ${sql.table(table)} as t (${sql.join(cells.map(([name]) => sql.id(name)))})
    values (${sql.join(cells.map(([, value]) => value))}) ${orAgain(context)}
    returning t.id, ${within(context)} as within`
  const row = (await query.execute(tx)).rows[0]
  if (row) return row
  if (context.entity.key) throw new AppError('VALIDATION', { errors: { id: { key: 'unique' } } })
  throw new Error(`The insert into ${table} returned no row.`)
}

const keyed = ({ entity }: RecordContext, fields: readonly Field[]): readonly Field[] =>
  entity.key && entity.fields.id ? [entity.fields.id, ...fields] : fields

/** An id of a removed row may be given again: the row starts anew. An id in use is left alone, and none is returned. */
function orAgain({ entity }: RecordContext): RawBuilder<unknown> {
  if (!entity.key) return sql``
  const columns = Object.values(entity.fields).filter(
    ({ name, virtual, dynamic }) => !virtual && !dynamic && name !== 'id' && name !== 'version',
  )
  const sets = columns.map(({ name }) => sql`${sql.id(name)} = ${sql.ref(`excluded.${name}`)}`)
  return sql`on conflict (id) do update set ${raisedVersion('t')}, ${sql.join(sets)} where t.date_deleted is not null`
}

/** Changes a row if it still has the version and is in the writer's scope; null when it does not. */
export async function updateRow(
  context: RecordContext,
  tx: Tx,
  at: { readonly id: RecordId; readonly version: number },
  fields: readonly Field[],
  values: { readonly [field: string]: Json },
): Promise<StoredRow | null> {
  const cells = [
    ...(await storedCells(context, fields, values)),
    ...dynamicCell(context, fields, values, sql`t.${sql.id(DYNAMIC_COLUMN)}`),
  ]
  const sets = [...cells.map(([name, value]) => sql`${sql.id(name)} = ${value}`), raisedIn('t', context.now)]
  const query = sql<StoredRow>`update ${sql.table(context.entity.name)} as t set ${sql.join(sets)}
    where t.id = ${at.id} and t.version = ${at.version} and ${inScope(context, 't', { use: 'write' })}
    returning t.id, ${within(context)} as within`
  return (await query.execute(tx)).rows[0] ?? null
}

/** A new row of a catalogue with a manual order goes to its end. */
function lastInOrder({ entity }: RecordContext, fields: readonly Field[]): (readonly [string, RawBuilder<unknown>])[] {
  if (!entity.traits.includes('sortable') || fields.some(({ name }) => name === 'rank')) return []
  return [['rank', sql`(select coalesce(max(rank), 0) + 1 from ${sql.table(entity.name)})`]]
}

// A row being removed is outside everyone's scope; what counts is whether it was in scope.
export const within = (context: RecordContext): RawBuilder<boolean> =>
  inScope(context, 't', { use: 'write', removed: true })

/** Columns of a row with their values as the database stores them. */
async function storedCells(
  context: RecordContext,
  fields: readonly Field[],
  values: { readonly [field: string]: Json },
): Promise<(readonly [string, RawBuilder<unknown>])[]> {
  return Promise.all(
    fields
      .filter(({ virtual, dynamic }) => !virtual && !dynamic)
      .map(async (field) => {
        const value = values[field.name] ?? null
        if (value === null) return [field.name, sql`null`] as const
        const stored = await storedForm(context, field, value)
        return [field.name, sql`${sqlTypeOf(context.runtime.fieldSql, field).encode(stored, field)}`] as const
      }),
  )
}

/** What is never read back is stored as a hash, or sealed. */
async function storedForm({ runtime }: RecordContext, field: Field, value: Json): Promise<Json> {
  const { writeOnly, sealed } = typeOf(field, runtime.fieldTypes)
  if (!writeOnly) return value
  return sealed
    ? keyringFor(runtime.database.db).seal(String(value), `${field.entity}.${field.name}`)
    : hashPassword(String(value))
}

/** The column of the fields that administrators defined, with the changed ones merged into its content. */
function dynamicCell(
  { runtime }: RecordContext,
  fields: readonly Field[],
  values: { readonly [field: string]: Json },
  before: RawBuilder<unknown> | null,
): (readonly [string, RawBuilder<unknown>])[] {
  const changed = fields.filter(({ dynamic }) => dynamic)
  if (changed.length === 0) return []
  const pairs = changed.flatMap((field) => {
    const value = values[field.name] ?? null
    const type = sqlTypeOf(runtime.fieldSql, field)
    return [
      sql`${sql.lit(field.name)}`,
      value === null ? sql`null` : sql`to_jsonb(${type.encode(value, field)}::${sql.raw(type.column(field))})`,
    ]
  })
  const object = sql`jsonb_build_object(${sql.join(pairs)})`
  return [[DYNAMIC_COLUMN, before ? sql`coalesce(${before}, '{}'::jsonb) || ${object}` : object]]
}
