import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../model/actor'
import type { FieldTypes } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import type { Field, Model } from '../../model/model'
import type { FieldSql } from '../../fields/field-sql'
import type { Db } from '../database/database'
import type { Role, Session } from './session'

/** Users of this type are the house's own staff: they see every company. */
export const OPERATOR = '1'

interface Row {
  readonly session: number
  readonly platform: string | null
  readonly last_activity_ms: unknown
  readonly role_id: number | null
  readonly role_name: string | null
  readonly role_root: Json
  readonly role_corporate: Json
  readonly menu_collapsed: string | null
  readonly all_modules: string | null
  readonly home: string | null
  readonly modules: string | null
  readonly profile: string | null
  readonly [column: string]: unknown
}

export interface ActorSource {
  readonly model: () => Model
  readonly fieldTypes: FieldTypes
  readonly fieldSql: { readonly [type: string]: FieldSql }
}

/**
 * Reads an open session with its user, role and rights in one query; null when the session is closed or unknown, or the user
 * inactive or removed. A user without an active role is somebody who sees nothing.
 * A right is the pair of `role_modules`, else what the role's `all_modules` gives; root has all.
 */
export async function loadSession(db: Db, source: ActorSource, hash: string): Promise<Session | null> {
  const fields = userFields(source.model())
  const row = await db.selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.id_user')
    .leftJoin('roles as r', (join) => join.onRef('r.id', '=', 'u.id_role').on('r.state', '=', '1').on('r.date_deleted', 'is', null))
    .where('s.hash', '=', hash).where('s.state', '=', '1').where('s.date_deleted', 'is', null)
    .where('u.state', '=', '1').where('u.date_deleted', 'is', null)
    .select([
      's.id as session', 's.platform as platform',
      'r.id as role_id', 'r.name as role_name', 'r.root as role_root', 'r.corporate as role_corporate',
      'r.menu_collapsed as menu_collapsed', 'r.all_modules as all_modules', sql`u.profile::text`.as('profile'),
      sql`extract(epoch from s.last_activity) * 1000`.as('last_activity_ms'),
      sql`(select h.key from modules h where h.id = r.id_module)`.as('home'),
      MODULES.as('modules'),
      ...fields.map((field) => sql`${sql.ref(`u.${field.name}`)}`.as(`u_${field.name}`)),
    ])
    .executeTakeFirst() as Row | undefined
  return row ? toSession(row, fields, source) : null
}

// One JSON object of a role's modules: key → [root only, see, edit]; the pair is null where no row says anything.
const MODULES: RawBuilder<unknown> = sql`(
  select json_object_agg(m.key, json_build_array(m.root, p.see, p.edit))::text
  from modules m left join role_modules p on p.id_module = m.id and p.id_role = r.id and p.date_deleted is null
  where m.level = '1' and m.state = '1' and m.date_deleted is null)`

function userFields(model: Model): Field[] {
  return Object.values(model.entities.users?.fields ?? {}).filter((field) => !field.secret && field.type !== 'password')
}

function toSession(row: Row, fields: readonly Field[], { fieldSql }: ActorSource): Session {
  const person: JsonObject = Object.fromEntries(fields.map((field) => {
    const raw = row[`u_${field.name}`]
    return [field.name, raw === null || raw === undefined ? null : fieldSql[field.type]?.decode(raw, field) ?? null]
  }))
  const profile = asObject(row.profile)
  const role: Role | null = row.role_id === null ? null : {
    id: row.role_id, name: row.role_name ?? '', root: isSet(row.role_root), corporate: isSet(row.role_corporate),
    menu_collapsed: row.menu_collapsed === '1', home: row.home,
  }
  return {
    id: row.session, platform: row.platform ?? 'web', person, profile, role, last_activity_ms: Number(row.last_activity_ms),
    actor: toActor(person, profile, role, rightsOf(row, role)),
  }
}

function toActor(person: JsonObject, profile: JsonObject, role: Role | null, rights: Actor['rights']): Actor {
  const operator = person.type_user === OPERATOR
  const root = role?.root ?? false
  const corporate = role?.corporate ?? false
  const id_company = asId(person.id_company)
  // A user who belongs to a branch stays in it; one who belongs to none may have chosen one to work in.
  const branch = asId(person.id_branch) ?? asId(profile.id_branch)
  const language = typeof person.language === 'string' ? person.language : ''
  return {
    id: asId(person.id) ?? 0, root, operator, corporate, language, rights, id_company,
    id_branches: branch === null ? null : [branch],
    facts: { ...person, id_branch: branch, id_company, language, root, operator, corporate },
  }
}

function rightsOf({ modules, all_modules }: Row, role: Role | null): Actor['rights'] {
  if (!role) return {}
  const wide = { see: role.root || all_modules === '1' || all_modules === '2', edit: role.root || all_modules === '2' }
  return Object.fromEntries(Object.entries(asObject(modules)).flatMap(([key, said]) => {
    const [rootOnly, see, edit] = Array.isArray(said) ? said as Json[] : []
    if (role.root) return [[key, { see: true, edit: true }]]
    if (isSet(rootOnly)) return []
    const right = see === null || see === undefined ? wide : { see: isSet(see) || isSet(edit), edit: isSet(edit) }
    return right.see ? [[key, right]] : []
  }))
}

const isSet = (value: Json | undefined): boolean => value === true || value === 1

const asId = (value: Json | undefined): number | null => typeof value === 'number' ? value : null

// Asked for as text, since one driver parses JSON and the other may not.
function asObject(text: string | null): JsonObject {
  const json: unknown = text === null ? null : JSON.parse(text)
  return json !== null && typeof json === 'object' && !Array.isArray(json) ? json as JsonObject : {}
}
