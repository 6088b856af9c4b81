import { sql } from 'kysely'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import type { Runtime } from '../runtime'
import type { Session } from './session'

/** What the user's references expand to (`co_name`, `br_name` ...), in one query. */
export async function namesOf({ database, model }: Runtime, person: JsonObject): Promise<JsonObject> {
  const references = Object.values(model().entities.users?.fields ?? {}).flatMap((field) =>
    Object.entries(field.ref?.expand ?? {}).map(([wire, column]) => ({ wire, column, to: field.ref?.to ?? '', id: person[field.name] })))
    .filter(({ id }) => typeof id === 'number')
  if (references.length === 0) return {}
  const row = await database.db.selectNoFrom(references.map(({ wire, column, to, id }) =>
    sql<Json>`(select ${sql.ref(column)} from ${sql.table(to)} where id = ${id})`.as(wire))).executeTakeFirstOrThrow()
  return row as JsonObject
}

/** Branches a user may work in: his own, else all of them for staff of the house; [{id, name}]. */
export async function branchesOf(runtime: Runtime, { actor, branches }: Session): Promise<JsonObject[]> {
  const entity = branchEntity(runtime)
  if (!entity || !(actor.operator || actor.root || branches.length > 0)) return []
  const columns = entity.represent.flatMap((part) => 'field' in part ? [part.field] : [])
  let query = runtime.database.db.selectFrom(entity.name).select(['id', ...columns]).where('date_deleted', 'is', null)
  if (entity.traits.includes('activable')) query = query.where('state', '=', '1')
  if (branches.length > 0) query = query.where('id', 'in', branches)
  const rows = await query.orderBy('id').limit(MAX_BRANCHES).execute() as JsonObject[]
  return rows.map((row) => ({ id: row.id ?? null, name: represent(entity, row) }))
}

const MAX_BRANCHES = 1000

// The engine knows no branches; it knows that `users.id_branch`, if the application adds it, points at them.
function branchEntity({ model }: Runtime): Entity | undefined {
  const { entities } = model()
  const field: Field | undefined = entities.users?.fields.id_branch
  return field?.ref && entities[field.ref.to]
}
