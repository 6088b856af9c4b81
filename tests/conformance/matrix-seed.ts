import { sql } from 'kysely'
import { PRIVATE_CLIENT } from '../../custom/demo/server/demo-accounts'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import type { Json } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { Database } from '../../src/server/database/database'
import type { ConformanceApp } from './conformance-app'
import { PRIVATE } from './matrix-accounts'
import { makeRecord } from './valid-record'

/** Whose a row is: an owner in every kind of tenant, null where it has none, by the tenant's entity; `person` is whose own it is. */
type Owner = { readonly [entity: string]: number | null }

/** One made row, and the text that gives it away wherever it shows. */
export interface Seed {
  readonly entity: string
  readonly id: Json
  readonly marker: string | null
}

interface Anchors {
  readonly company: number
  readonly otherCompany: number
  readonly partner: number
  readonly otherPartner: number
  readonly branch: number
  readonly otherBranch: number
  readonly area: number
  readonly otherArea: number
  /** Two who are of no company. */
  readonly person: number
  readonly otherPerson: number
}

/**
 * Makes rows of every owner there can be in every catalogue that people write: made by root through the front door, then given to their
 * owners in the tables, so that they do not depend on the code that is tried.
 */
export async function seedRows(at: ConformanceApp, random: () => number): Promise<readonly Seed[]> {
  const owners = ownersOf(await anchors(at.database))
  const resources = Object.values(at.model.resources).filter(isSeeded)
  const made = new Map<string, Json[]>()
  for (const resource of resources) {
    const ids: Json[] = []
    for (let k = 0; k <= owners.length; k++) ids.push((await makeRecord(at, resource, random)).item.id ?? null)
    made.set(resource.name, ids)
  }
  const seeds: Seed[] = []
  for (const resource of resources) {
    const entity = at.model.entities[resource.entity]
    if (!entity) continue
    const ids = made.get(resource.name) ?? []
    for (const [k, id] of ids.entries()) {
      // The last one, a second of the first owner's, is removed, and so is what must have an owner and has none here.
      const owner = owners[k === owners.length ? 0 : k] ?? {}
      let isGone = k === owners.length || Object.values(entity.fields).some(({ ref, required }) => required && ref && owner[ref.to] === null)
      const values = { ...referencesOf(at, entity, owner, made, k === owners.length ? 0 : k), ...markerOf(entity, resource, id), ...(isGone ? { date_deleted: '2026-01-01' } : {}) }
      const cells = Object.entries(values)
      const put = (columns: readonly (readonly [string, Json])[]) =>
        sql`update ${sql.table(entity.name)} set ${sql.join(columns.map(([name, value]) => sql`${sql.id(name)} = ${value}`))} where id = ${id}`.execute(at.database.db)
      // Two rows that were made apart may become one by their new owner: then the second is a removed one.
      if (cells.length > 0) await put(cells).catch(async (error: unknown) => {
        if ((error as { code?: unknown }).code !== '23505' || isGone) throw error
        isGone = true
        await put([...cells, ['date_deleted', '2026-01-01']])
      })
      seeds.push({ entity: entity.name, id, marker: isGone ? null : String(markerOf(entity, resource, id)[markerField(entity)?.name ?? ''] ?? '') || null })
    }
  }
  return seeds
}

export const isSeeded = (resource: Resource): boolean =>
  // What can be defined depends on the other tables, which no sample knows: `tests/api/dynamic-fields.test.ts` holds it.
  resource.entity !== 'dynamic_fields' &&
  resource.module !== null && resource.rest === undefined && resource.singleton !== true && resource.readOnly !== true

async function anchors({ db }: Database): Promise<Anchors> {
  const person = async (email: string) =>
    (await db.selectFrom('users').select(['id', 'id_company', 'id_branch', 'id_company_area']).where('email', '=', email).executeTakeFirstOrThrow()) as { [column: string]: number }
  const [area, worker, staff] = [await person('area@demo.test'), await person('partner@demo.test'), await person('branch@demo.test')]
  const other = async (table: string, not: number | undefined, more: object = {}) => {
    let query = db.selectFrom(table).select('id').where('id', '<>', not ?? 0).orderBy('id')
    for (const [column, value] of Object.entries(more)) query = query.where(column, '=', value)
    return Number((await query.executeTakeFirstOrThrow()).id)
  }
  return {
    company: area.id_company ?? 0, otherCompany: await other('companies', area.id_company, { type: '1' }),
    partner: worker.id_company ?? 0, otherPartner: await other('companies', worker.id_company, { type: '2' }),
    branch: staff.id_branch ?? 0, otherBranch: await other('branches', staff.id_branch),
    area: area.id_company_area ?? 0, otherArea: await other('company_areas', area.id_company_area, { id_company: area.id_company }),
    person: (await person(PRIVATE.email)).id ?? 0, otherPerson: (await person(PRIVATE_CLIENT)).id ?? 0,
  }
}

function ownersOf(a: Anchors): readonly Owner[] {
  const owner = (companies: number | null, branches: number | null, company_areas: number | null, person: number | null = null): Owner =>
    ({ companies, branches, company_areas, person })
  return [
    owner(a.company, a.branch, a.area), owner(a.company, a.branch, a.otherArea), owner(a.company, a.otherBranch, null),
    owner(a.otherCompany, a.branch, null), owner(a.otherCompany, a.otherBranch, null),
    owner(a.partner, a.branch, null), owner(a.otherPartner, a.otherBranch, null), owner(null, a.branch, null), owner(null, null, null),
    owner(null, a.branch, null, a.person), owner(null, null, null, a.otherPerson),
  ]
}

/** Whether a field must differ from row to row together with others that no owner sets apart. */
const isPairedAlone = (entity: Entity, { name }: Field, owner: Owner): boolean =>
  entity.unique.some((names) => names.includes(name) && !names.some((other) => Object.hasOwn(owner, entity.fields[other]?.ref?.to ?? '')))

/** Whether rows of an entity belong to somebody: a reference to what all share may stay as it was made. */
const isDivided = (entity: Entity | undefined): boolean => Object.values(entity?.scope ?? {}).some((path) => typeof path === 'string')

/** References of a row to its owner, and to rows of the same owner. */
function referencesOf(at: ConformanceApp, entity: Entity, owner: Owner, made: ReadonlyMap<string, readonly Json[]>, k: number): { [field: string]: Json } {
  const values: { [field: string]: Json } = {}
  for (const field of Object.values(entity.fields)) {
    const to = field.ref?.to
    if (to === undefined || field.virtual || field.system || to === entity.name) continue
    if (field.name === entity.scope.user) values[field.name] = owner['person'] ?? null
    else if (Object.hasOwn(owner, to)) {
      const id = owner[to] ?? null
      if (id !== null || !field.required) values[field.name] = id
    } else if (isDivided(at.model.entities[to]) && !field.unique && !isPairedAlone(entity, field, owner)) {
      const named = made.get(field.ref?.resource ?? '') ?? made.get(to) ?? made.get(Object.values(at.model.resources).find((one) => one.entity === to && made.has(one.name))?.name ?? '')
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
  const fields = Object.values(entity.fields).filter((field) =>
    ['text', 'longtext'].includes(typeOf(field, fieldTypes).name) && !field.system && !field.readOnly && !field.secret && !field.see
    && field.schema.pattern === undefined && field.schema['x-case'] === undefined && Number(field.schema.maxLength ?? 255) >= 60)
  return fields.find(({ name }) => entity.represent.some((part) => 'field' in part && part.field === name)) ?? fields[0]
}
