import { PRIVATE_CLIENT } from '../../custom/demo/server/demo-accounts'
import type { Entity } from '../../src/model/entity'
import type { Model } from '../../src/model/model'
import type { Database } from '../../src/server/platform/database/database'
import { PRIVATE } from './matrix-accounts'

/**
 * Whose a row is: an owner in every kind of tenant, null where it has none, by the tenant's entity; `person` is whose
 * own it is.
 */
export type Owner = { readonly [entity: string]: number | null }

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

const TENANTS = new Set(['companies', 'branches', 'company_areas'])

/** Every owner there can be. */
export async function everyOwner(database: Database): Promise<readonly Owner[]> {
  return ownersOf(await anchors(database))
}

/**
 * For each owner the first one with the same rows of an entity: what knows no areas is made once for all areas of a
 * company.
 */
export function alike(model: Model, entity: Entity, owners: readonly Owner[]): readonly number[] {
  const tenants = [...tenantsOf(model, entity)]
  const keys = owners.map((owner) => JSON.stringify(tenants.map((tenant) => owner[tenant])))
  return keys.map((key) => keys.indexOf(key))
}

/** The kinds of tenant that a row of an entity names, or a row that it refers to. */
function tenantsOf(model: Model, entity: Entity, on: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { name, ref, virtual, system } of Object.values(entity.fields)) {
    const to = ref && !virtual && !system && !on.has(ref.to) ? model.entities[ref.to] : undefined
    if (!to) continue
    if (name === entity.scope.user) found.add('person')
    else if (TENANTS.has(to.name)) found.add(to.name)
    else for (const tenant of tenantsOf(model, to, new Set([...on, entity.name]))) found.add(tenant)
  }
  return found
}

async function anchors({ db }: Database): Promise<Anchors> {
  const person = async (email: string) =>
    (await db
      .selectFrom('users')
      .select(['id', 'id_company', 'id_branch', 'id_company_area'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()) as { [column: string]: number }
  const [area, worker, staff] = [
    await person('area@demo.test'),
    await person('partner@demo.test'),
    await person('branch@demo.test'),
  ]
  const other = async (table: string, not: number | undefined, more: object = {}) => {
    let query = db
      .selectFrom(table)
      .select('id')
      .where('id', '<>', not ?? 0)
      .orderBy('id')
    for (const [column, value] of Object.entries(more)) query = query.where(column, '=', value)
    return Number((await query.executeTakeFirstOrThrow()).id)
  }
  return {
    company: area.id_company ?? 0,
    otherCompany: await other('companies', area.id_company, { type: '1' }),
    partner: worker.id_company ?? 0,
    otherPartner: await other('companies', worker.id_company, { type: '2' }),
    branch: staff.id_branch ?? 0,
    otherBranch: await other('branches', staff.id_branch),
    area: area.id_company_area ?? 0,
    otherArea: await other('company_areas', area.id_company_area, { id_company: area.id_company }),
    person: (await person(PRIVATE.email)).id ?? 0,
    otherPerson: (await person(PRIVATE_CLIENT)).id ?? 0,
  }
}

function ownersOf(a: Anchors): readonly Owner[] {
  const owner = (
    companies: number | null,
    branches: number | null,
    company_areas: number | null,
    person: number | null = null,
  ): Owner => ({ companies, branches, company_areas, person })
  return [
    owner(a.company, a.branch, a.area),
    owner(a.company, a.branch, a.otherArea),
    owner(a.company, a.otherBranch, null),
    owner(a.otherCompany, a.branch, null),
    owner(a.otherCompany, a.otherBranch, null),
    owner(a.partner, a.branch, null),
    owner(a.otherPartner, a.otherBranch, null),
    owner(null, a.branch, null),
    owner(null, null, null),
    owner(null, a.branch, null, a.person),
    owner(null, null, null, a.otherPerson),
  ]
}
