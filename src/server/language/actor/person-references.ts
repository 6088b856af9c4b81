import { sql } from 'kysely'
import { chosenScope, mainOwner } from '../../../model/application'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { represent } from '../../../model/represent'
import type { Runtime } from '../runtime'
import type { Session } from './session'
import { isOfStaff } from '../../../model/rights/actor'

/**
 * What the user's references expand to, such as the name of where they belong: of one that is empty, null. In one
 * query.
 */
export async function personNames({ database, model }: Runtime, person: JsonObject): Promise<JsonObject> {
  const references = Object.values(model().entities.users?.fields ?? {}).flatMap((field) =>
    Object.entries(field.ref?.expand ?? {}).map(([wire, column]) => ({
      wire,
      column,
      to: field.ref?.to ?? '',
      id: person[field.name],
    })),
  )
  const empty = Object.fromEntries(references.map(({ wire }) => [wire, null]))
  const known = references.filter(({ id }) => typeof id === 'number')
  if (known.length === 0) return empty
  const row = await database.db
    .selectNoFrom(
      known.map(({ wire, column, to, id }) =>
        sql<Json>`(select ${sql.ref(column)} from ${sql.table(to)} where id = ${id})`.as(wire),
      ),
    )
    .executeTakeFirstOrThrow()
  return { ...empty, ...(row as JsonObject) }
}

/**
 * Where somebody belongs, in words: the owner's name, else that of the place where they work.
 * @param names what `personNames` answers
 */
export function belongsTo({ entities, application: { scopes } }: Model, names: JsonObject): string | null {
  const bounds = [mainOwner(scopes), chosenScope(scopes)?.name].flatMap((name) => scopes[name ?? ''] ?? [])
  const keys = bounds.flatMap(({ field }) => Object.keys(entities.users?.fields[field]?.ref?.expand ?? {}).slice(0, 1))
  return keys.map((key) => names[key]).find((name): name is string => typeof name === 'string' && name !== '') ?? null
}

/** Places a user may work in: their own, or else all of them for the house's staff; [{id, name}]. */
export async function workPlaces(runtime: Runtime, { actor, places }: Session): Promise<JsonObject[]> {
  const entity = placeEntity(runtime.model())
  if (!entity || !(isOfStaff(actor) || places.length > 0)) return []
  const columns = entity.represent.flatMap((part) => ('field' in part ? [part.field] : []))
  let query = runtime.database.db
    .selectFrom(entity.name)
    .select(['id', ...columns])
    .where('date_deleted', 'is', null)
  if (entity.traits.includes('activable')) query = query.where('state', '=', '1')
  if (places.length > 0) query = query.where('id', 'in', places)
  const rows = (await query.orderBy('id').limit(MAX_PLACES).execute()) as JsonObject[]
  return rows.map((row) => ({ id: row.id ?? null, name: represent(entity, row) }))
}

const MAX_PLACES = 1000

/** The entity of the scope in which people may have several values. */
function placeEntity({ entities, application }: Model): Entity | undefined {
  const chosen = chosenScope(application.scopes)
  const field = chosen ? entities.users?.fields[chosen.scope.field] : undefined
  return field?.ref && entities[field.ref.to]
}
