import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../model/actor'
import type { Field } from '../../model/field'
import type { FieldTypes } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { FieldSql } from '../../fields/field-sql'
import type { Db } from '../database/database'
import { rightsOf, ROLE_MODULES } from './role-rights'
import type { Role, Session } from './session'

/** Users of this type are the house's own staff: they see every company. */
export const OPERATOR = '1'
/** Users of this type work for a delivery partner, which is the company they name. */
const PARTNER_WORKER = '4'

interface Row {
  readonly session: number
  readonly platform: string | null
  readonly last_activity_ms: unknown
  readonly role_id: number | null
  readonly role_name: string | null
  readonly role_root: Json
  readonly role_corporate: Json
  readonly role_area: Json
  readonly menu_collapsed: string | null
  readonly all_modules: string | null
  readonly home: string | null
  readonly modules: string | null
  readonly further_branches: string | null
  readonly profile: string | null
  readonly viewer_id: number | null
  readonly viewer_name: string | null
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
 */
export async function loadSession(db: Db, source: ActorSource, hash: string): Promise<Session | null> {
  const fields = userFields(source.model())
  const row = await people(db, source.model(), fields)
    .innerJoin('sessions as s', 's.id_user', 'u.id')
    .where('s.hash', '=', hash).where('s.state', '=', '1').where('s.date_deleted', 'is', null).where(VIEWER_STILL_MAY)
    .select([
      's.id as session', 's.platform as platform', sql`extract(epoch from s.last_activity) * 1000`.as('last_activity_ms'),
      's.id_user_as as viewer_id', VIEWER_NAME.as('viewer_name'),
    ])
    .executeTakeFirst() as Row | undefined
  return row ? toSession(row, fields, source) : null
}

// Who views as another does so only while his own session is open and his full access stands.
const VIEWER_STILL_MAY: RawBuilder<boolean> = sql`(s.id_session_own is null or exists (
  select 1 from sessions o join users ou on ou.id = o.id_user join roles rr on rr.id = ou.id_role
  where o.id = s.id_session_own and o.state = '1' and o.date_deleted is null
    and ou.state = '1' and ou.date_deleted is null and rr.root and rr.state = '1' and rr.date_deleted is null))`
const VIEWER_NAME: RawBuilder<unknown> = sql`(select concat_ws(' ', v.name, v.surname) from users v where v.id = s.id_user_as)`

/** A user as he may act now, for work that goes on without him; null when he is inactive or removed. */
export async function loadActor(db: Db, source: ActorSource, id: number): Promise<Actor | null> {
  const fields = userFields(source.model())
  const row = await people(db, source.model(), fields).where('u.id', '=', id)
    .select([sql`0`.as('session'), sql`null`.as('platform'), sql`0`.as('last_activity_ms'), sql`null`.as('viewer_id')]).executeTakeFirst() as Row | undefined
  return row ? toSession(row, fields, source).actor : null
}

/** Active users with their role and its rights. */
function people(db: Db, model: Model, fields: readonly Field[]) {
  return db.selectFrom('users as u')
    .leftJoin('roles as r', (join) => join.onRef('r.id', '=', 'u.id_role').on('r.state', '=', '1').on('r.date_deleted', 'is', null))
    .where('u.state', '=', '1').where('u.date_deleted', 'is', null)
    .select([
      'r.id as role_id', 'r.name as role_name', 'r.root as role_root', 'r.corporate as role_corporate',
      'r.corporate_admin_rea as role_area',
      'r.menu_collapsed as menu_collapsed', 'r.all_modules as all_modules', sql`u.profile::text`.as('profile'),
      sql`(select h.key from modules h where h.id = r.id_module)`.as('home'),
      ROLE_MODULES.as('modules'), furtherBranches(model).as('further_branches'),
      ...fields.map((field) => sql`${sql.ref(`u.${field.name}`)}`.as(`u_${field.name}`)),
    ])
}

/** Branches beside the one in the user's own row; the engine has the table, the application its column. */
function furtherBranches(model: Model): RawBuilder<unknown> {
  if (!model.entities.user_branches?.fields.id_branch) return sql`null::text`
  return sql`(select json_agg(b.id_branch order by b.id_branch)::text from user_branches b where b.id_user = u.id and b.date_deleted is null)`
}

function userFields(model: Model): Field[] {
  return Object.values(model.entities.users?.fields ?? {}).filter((field) => !field.secret && !field.virtual && !field.dynamic && field.type !== 'password')
}

function toSession(row: Row, fields: readonly Field[], { fieldSql }: ActorSource): Session {
  const person: JsonObject = Object.fromEntries(fields.map((field) => {
    const raw = row[`u_${field.name}`]
    return [field.name, raw === null || raw === undefined ? null : fieldSql[field.type]?.decode(raw, field) ?? null]
  }))
  const profile = asObject(row.profile)
  const role: Role | null = row.role_id === null ? null : {
    id: row.role_id, name: row.role_name ?? '', root: isSet(row.role_root), corporate: isSet(row.role_corporate),
    corporate_admin_rea: isSet(row.role_area),
    menu_collapsed: row.menu_collapsed === '1', home: row.home,
  }
  const branches = branchIdsOf(person, row.further_branches)
  return {
    id: row.session, platform: row.platform ?? 'web', person, profile, role, branches, last_activity_ms: Number(row.last_activity_ms),
    viewer: row.viewer_id === null ? null : { id: row.viewer_id, name: row.viewer_name ?? '' },
    actor: toActor(person, profile, role, role ? rightsOf({ root: role.root, all_modules: row.all_modules, modules: row.modules }) : {}, branches),
  }
}

function toActor(
  person: JsonObject, profile: JsonObject, role: Role | null, rights: Actor['rights'], branches: readonly number[],
): Actor {
  const operator = person.type_user === OPERATOR
  const root = role?.root ?? false
  const corporate = role?.corporate ?? false
  const corporate_admin_rea = role?.corporate_admin_rea ?? false
  const id_company = asId(person.id_company)
  const id_partner = person.type_user === PARTNER_WORKER ? id_company : null
  // Branches divide the house's own work; a company's people are bound by their company, whichever branch serves it.
  const id_branches = operator || root ? workingBranches(branches, asId(profile.id_branch)) : null
  const area = asId(person.id_company_area)
  const id_areas = !corporate_admin_rea ? null : area === null ? [] : [area]
  const language = typeof person.language === 'string' ? person.language : ''
  const flags = { root, operator, corporate, corporate_admin_rea }
  return {
    id: asId(person.id) ?? 0, root, operator, corporate, language, rights, id_company, id_partner, id_branches, id_areas,
    facts: {
      ...person, ...flags, id_company, id_partner, language, id_branches,
      id_branch: id_branches === null ? asId(person.id_branch) : id_branches.length === 1 ? id_branches[0] ?? null : null,
    },
  }
}

/** Branches a user belongs to; none: to no branch in particular. */
function branchIdsOf(person: JsonObject, further: string | null): number[] {
  const listed = further === null ? [] : (JSON.parse(further) as Json[])
  return [...new Set([person.id_branch, ...listed].flatMap((id) => asId(id) ?? []))]
}

/** The one branch that was chosen to work in, else all of the user's; null: he is bound to none, and has chosen none. */
function workingBranches(own: readonly number[], chosen: number | null): readonly number[] | null {
  if (chosen !== null && (own.length === 0 || own.includes(chosen))) return [chosen]
  return own.length === 0 ? null : own
}

const isSet = (value: Json | undefined): boolean => value === true || value === 1

const asId = (value: Json | undefined): number | null => typeof value === 'number' ? value : null

// Asked for as text, since one driver parses JSON and the other may not.
function asObject(text: string | null): JsonObject {
  const json: unknown = text === null ? null : JSON.parse(text)
  return json !== null && typeof json === 'object' && !Array.isArray(json) ? json as JsonObject : {}
}
