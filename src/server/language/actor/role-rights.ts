import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../model/rights/actor'
import { mayEdit } from '../../../model/rights/access'
import { isStaffKind, mainKind } from '../../../model/application'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Db, Tx } from '../../platform/database/database'
import { engineTables } from '../../platform/database/engine-tables'

type Rights = Actor['rights']

/** What a role's rights are derived from, as its row and its modules say. */
interface RightsSource {
  readonly root: boolean
  readonly all_modules: string | null
  /** Text of the JSON object of `roleModules`. */
  readonly modules: string | null
}

/**
 * One JSON object of the modules of the role `r`: key → [root only, see, edit]; the pair is null where no row says
 * anything. Rights go by the common menu.
 */
export const roleModules = ({ application }: Model): RawBuilder<string | null> => sql<string | null>`(
  select json_object_agg(m.key, json_build_array(m.root, p.see, p.edit))::text
  from modules m left join role_modules p on p.id_module = m.id and p.id_role = r.id and p.date_deleted is null
  where m.type_user = ${sql.lit(mainKind(application))} and m.level = '1' and m.state = '1' and m.date_deleted is null)`

/** A right is the pair of `role_modules`, else what the role's `all_modules` gives; root has all. */
export function rightsOf({ root, modules, all_modules }: RightsSource): Rights {
  const wide = { see: all_modules === '1' || all_modules === '2', edit: all_modules === '2' }
  return Object.fromEntries(
    Object.entries(parsed(modules)).flatMap(([key, said]) => {
      const [rootOnly, see, edit] = Array.isArray(said) ? (said as Json[]) : []
      if (root) return [[key, { see: true, edit: true }]]
      if (isSet(rootOnly)) return []
      const right = see === null || see === undefined ? wide : { see: isSet(see) || isSet(edit), edit: isSet(edit) }
      return right.see ? [[key, right]] : []
    }),
  )
}

/**
 * Of the rows `t` of roles, those that somebody without full access could give to anybody: of kinds of people whom they
 * write.
 */
export function assignableRoles({ application, resources }: Model, actor: Actor): RawBuilder<boolean> {
  const written = Object.values(resources)
    .filter((resource) => resource.entity === 'users' && mayEdit(actor, resource))
    .map(({ fixed }) => fixed.type_user)
  const kinds = application.kinds
    .map(({ value }) => value)
    .filter(
      (kind) =>
        (actor.operator || !isStaffKind(application, kind)) && written.some((one) => one === undefined || one === kind),
    )
  return sql<boolean>`(not t.root and t.type_user = any(${kinds}::text[]))`
}

/** What a role gives its users. */
export interface RoleGrant {
  readonly root: boolean
  /** Flags by name, those that the application adds among them. */
  readonly flags: JsonObject
  readonly all_modules: number
  readonly rights: Rights
}

/** A role as it is within the transaction, active or not; null: there is none. */
export async function roleGrant(db: Db | Tx, model: Model, id: Json | undefined): Promise<RoleGrant | null> {
  if (typeof id !== 'number') return null
  const row = (await engineTables(db)
    .selectFrom('roles as r')
    .where('r.id', '=', id)
    .select([
      'r.root as root',
      'r.all_modules as all_modules',
      sql`to_json(r)::text`.as('flags'),
      roleModules(model).as('modules'),
    ])
    .executeTakeFirst()) as
    | { root: Json; flags: string | null; all_modules: string | null; modules: string | null }
    | undefined
  if (!row) return null
  const root = isSet(row.root)
  return {
    root,
    flags: parsed(row.flags),
    all_modules: Number(row.all_modules ?? 0),
    rights: rightsOf({ root, all_modules: row.all_modules, modules: row.modules }),
  }
}

/** Whether rights go beyond the user's own, in one module or in any. */
export function exceeds(actor: Actor, granted: Rights, only?: string): boolean {
  return Object.entries(granted).some(([key, { see, edit }]) => {
    if (actor.root || (only !== undefined && key !== only)) return false
    const own = actor.rights[key]
    return (see && !own?.see) || (edit && !own?.edit)
  })
}

const isSet = (value: Json | undefined): boolean => value === true || value === 1

// Read as text, because one driver parses JSON and the other may not.
function parsed(text: string | null): JsonObject {
  const json: unknown = text === null ? null : JSON.parse(text)
  return json !== null && typeof json === 'object' && !Array.isArray(json) ? (json as JsonObject) : {}
}
