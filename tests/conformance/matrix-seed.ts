import { sql, type RawBuilder } from 'kysely'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import type { Json } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { refreshFormulas } from '../../src/server/records/formulas/refresh-formulas'
import type { ConformanceApp } from './conformance-app'
import { frontDoor } from './matrix-front-door'
import { alike, everyOwner, type Owner } from './matrix-owners'
import { sampleOf } from './samples'
import { entityOf, makeRecord } from './valid-record'

/** One made row, and the text that gives it away wherever it shows. */
export interface Seed {
  readonly entity: string
  readonly id: Json
  readonly marker: string | null
}

/** What the text of a made row looks like wherever it shows. */
export const MARKER = /zq \S+ \S+ qz/g

/**
 * Makes rows of every owner there can be in every catalogue that people write: made by root through the front door,
 * then given to their owners in the tables, so that they do not depend on the code that is tried. A catalogue has one
 * row for owners that are all one to it.
 */
export async function seedRows(at: ConformanceApp, random: () => number): Promise<readonly Seed[]> {
  const owners = await everyOwner(at.database)
  const resources = Object.values(at.model.resources).filter(isSeeded)
  const door = frontDoor(at)
  const make = async (resource: Resource): Promise<Json> => (await makeRecord(door, resource, random)).item.id ?? null
  const made = new Map<string, readonly Json[]>()
  for (const resource of resources) {
    const ids: Json[] = []
    for (const [k, first] of alike(at.model, entityOf(at, resource), owners).entries())
      ids.push(first === k ? await make(resource) : (ids[first] ?? null))
    made.set(resource.name, ids)
  }
  // Those that are removed come last: nothing that stays names one of them.
  for (const resource of resources) made.set(resource.name, [...(made.get(resource.name) ?? []), await make(resource)])
  const seeds: Seed[] = []
  for (const resource of resources) {
    const entity = entityOf(at, resource)
    const ids = made.get(resource.name) ?? []
    for (const [k, id] of ids.entries()) {
      if (ids.indexOf(id) < k) continue
      // The last one, a second of the first owner's, is removed, and so is what must have an owner and has none here.
      const drawn = owners[k === owners.length ? 0 : k] ?? {}
      const staysWith = await namedAlone(at, resource, drawn)
      let isGone =
        k === owners.length ||
        Object.values(entity.fields).some(
          ({ ref, required }) => required && ref && ref.to !== staysWith && drawn[ref.to] === null,
        )
      const values = {
        ...referencesOf(at, entity, { owner: drawn, staysWith }, made, k === owners.length ? 0 : k),
        ...markerOf(entity, resource, id),
        ...(isGone ? { date_deleted: '2026-01-01' } : {}),
      }
      const cells = Object.entries(values)
      const put = (columns: readonly (readonly [string, Json])[]) =>
        sql`update ${sql.table(entity.name)}
          set ${sql.join(columns.map(([name, value]) => sql`${sql.id(name)} = ${cellOf(entity, name, value)}`))}
          where id = ${id}`.execute(at.database.db)
      // Two rows that were made apart may become one by their new owner: then the second is a removed one.
      if (cells.length > 0)
        await put(cells).catch(async (error: unknown) => {
          if ((error as { code?: unknown }).code !== '23505' || isGone) throw error
          isGone = true
          await put([...cells, ['date_deleted', '2026-01-01']])
        })
      seeds.push({
        entity: entity.name,
        id,
        marker: isGone ? null : String(markerOf(entity, resource, id)[markerField(entity)?.name ?? ''] ?? '') || null,
      })
    }
  }
  // The owners were written past the engine: what formulas count of them is counted anew, or an idle save would.
  await at.database.db.deleteFrom('engine_state').where('key', '=', 'formulas').execute()
  await refreshFormulas(at.database, at.model, () => {})
  return seeds
}

/**
 * A reference that says nothing of the owner stays empty where the record was made without it: its checks may ask for
 * more where there is one.
 */
function cellOf(entity: Entity, name: string, value: Json): RawBuilder<unknown> {
  const isOwners = Object.values(entity.scope).some((path) => typeof path === 'string' && path.split('.')[0] === name)
  return entity.fields[name]?.ref && !isOwners
    ? sql`case when ${sql.id(name)} is null then ${sql.id(name)} else ${value} end`
    : sql`${value}`
}

export const isSeeded = (resource: Resource): boolean =>
  sampleOf(resource).ownersHeldBy === undefined &&
  resource.module !== null &&
  resource.rest === undefined &&
  resource.singleton !== true &&
  resource.readOnly !== true

/**
 * The entity whose row a record keeps as it was made: the owner is none of the catalogue that it may name (a partner's
 * worker is of no company).
 */
async function namedAlone(at: ConformanceApp, resource: Resource, drawn: Owner): Promise<string | null> {
  for (const [field, catalogue] of Object.entries(sampleOf(resource).from ?? {})) {
    const to = entityOf(at, resource).fields[field]?.ref?.to ?? ''
    const id = drawn[to] ?? null
    const { endpoint = '' } = at.model.resources[catalogue] ?? {}
    const found = id === null ? null : await at.get('root', endpoint, { filters: { id: { in: [id] } } })
    if (found?.body.total !== 1) return to
  }
  return null
}

/** Whether rows of an entity belong to somebody: a reference to what all share may stay as it was made. */
const isDivided = (entity: Entity | undefined): boolean =>
  Object.values(entity?.scope ?? {}).some((path) => typeof path === 'string')

/** Who a row is given to; `staysWith`: the entity whose row it keeps as it was made. */
interface Gift {
  readonly owner: Owner
  readonly staysWith: string | null
}

/** References of a row to its owner, and to rows of the same owner. */
function referencesOf(
  at: ConformanceApp,
  entity: Entity,
  { owner, staysWith }: Gift,
  made: ReadonlyMap<string, readonly Json[]>,
  k: number,
): { [field: string]: Json } {
  const values: { [field: string]: Json } = {}
  for (const field of Object.values(entity.fields)) {
    const to = field.ref?.to
    if (to === undefined || field.virtual || field.system || to === entity.name || to === staysWith) continue
    // What must have a person has one of its owner's, below.
    const isPerson = field.name === entity.scope.user
    if (isPerson && ((owner['person'] ?? null) !== null || !field.required)) {
      values[field.name] = owner['person'] ?? null
    } else if (Object.hasOwn(owner, to)) {
      const id = owner[to] ?? null
      if (id !== null || !field.required) values[field.name] = id
    } else if (isDivided(at.model.entities[to]) && !field.unique) {
      const named =
        made.get(field.ref?.resource ?? '') ??
        made.get(to) ??
        made.get(Object.values(at.model.resources).find((one) => one.entity === to && made.has(one.name))?.name ?? '')
      if (named?.[k] !== undefined) values[field.name] = named[k]
    }
  }
  return values
}

/** A text of the row that no other row has. */
function markerOf(entity: Entity, resource: Resource, id: Json): { [field: string]: string } {
  const field = markerField(entity)
  return field ? { [field.name]: `zq ${resource.name} ${String(id)} qz` } : {}
}

function markerField(entity: Entity): Field | undefined {
  const fields = Object.values(entity.fields).filter(
    (field) =>
      ['text', 'longtext'].includes(typeOf(field, fieldTypes).name) &&
      !field.system &&
      !field.readOnly &&
      !field.secret &&
      !field.see &&
      field.schema.pattern === undefined &&
      field.schema['x-case'] === undefined &&
      Number(field.schema.maxLength ?? 255) >= 60,
  )
  return fields.find(({ name }) => entity.represent.some((part) => 'field' in part && part.field === name)) ?? fields[0]
}
