import { sql, type RawBuilder } from 'kysely'
import type { FieldSql } from '../../fields/field-sql'
import type { Entity } from '../../model/entity'
import type { Model } from '../../model/model'
import type { Resource } from '../../model/resource'
import type { Db, Tx } from '../platform/database/database'
import type { RecordContext } from './record-context'
import { idOf, type RecordId } from './record-id'
import { sqlTypeOf } from './fields/row-columns'
import { all, living } from './fields/in-scope'

/** The one record of a singleton; if it was deleted outside the engine, the next request creates it again. */
export async function singletonId({ entity, resource, runtime }: RecordContext, tx?: Tx): Promise<RecordId> {
  const { database, fieldSql } = runtime
  const one = { entity, resource, fieldSql }
  return (await find(one, tx ?? database.db)) ?? (tx ? make(one, tx) : database.transaction((own) => make(one, own)))
}

/** Creates the missing records of all singletons. */
export async function putSingletons(model: Model, fieldSql: One['fieldSql'], tx: Tx): Promise<void> {
  for (const resource of Object.values(model.resources)) {
    const entity = model.entities[resource.entity]
    if (resource.singleton && entity) await make({ entity, resource, fieldSql }, tx)
  }
}

interface One {
  readonly entity: Entity
  readonly resource: Resource
  readonly fieldSql: { readonly [type: string]: FieldSql }
}

/** The values of the catalogue's `where` distinguish its record from those of other catalogues over the same entity. */
async function find({ entity, resource, fieldSql }: One, db: Db | Tx): Promise<RecordId | null> {
  const conditions = Object.entries(resource.fixed).map(([name, value]): RawBuilder<boolean> => {
    const field = entity.fields[name]
    if (!field || value === null) {
      throw new Error(`${resource.name} has a where that fixes "${name}", which is no field of ${entity.name}.`)
    }
    return sqlTypeOf(fieldSql, field).compare(sql.ref(`t.${name}`), 'eq', value, field)
  })
  const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(entity.name)} as t
    where ${all([living('t'), ...conditions])} order by t.id limit 1`.execute(db)
  return rows[0] ? idOf(rows[0].id) : null
}

/**
 * Columns have their own defaults, so only what the catalogue fixes is written. One at a time, whichever process asks.
 */
async function make(one: One, tx: Tx): Promise<RecordId> {
  const { entity, resource, fieldSql } = one
  await sql`select pg_advisory_xact_lock(hashtext('singleton'), hashtext(${resource.name}))`.execute(tx)
  const there = await find(one, tx)
  if (there !== null) return there
  const cells = Object.entries(resource.fixed).flatMap(([name, value]) => {
    const field = entity.fields[name]
    return field && value !== null
      ? [[sql.id(name), sql`${sqlTypeOf(fieldSql, field).encode(value, field)}`] as const]
      : []
  })
  const values =
    cells.length === 0
      ? sql`default values`
      : sql`(${sql.join(cells.map(([name]) => name))}) values (${sql.join(cells.map(([, value]) => value))})`
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(entity.name)} ${values} returning id`.execute(tx)
  return idOf(rows[0]?.id)
}
