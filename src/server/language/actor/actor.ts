import { sql, type RawBuilder } from 'kysely'
import { wireScopes, type Actor, type ActorScopes, type ScopeValue } from '../../../model/rights/actor'
import { chosenScope, isStaffKind, type Application, type ScopeDeclaration } from '../../../model/application'
import type { Field } from '../../../model/field'
import type { FieldTypes } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { FieldSql } from '../../../fields/field-sql'
import type { Db } from '../../platform/database/database'
import { holdsForUser } from '../../../model/rules/holds'
import { roleFlags } from '../../../model/rights/role-flags'
import { seesFacts } from '../../../model/rights/sees-module'
import { ownerFactValues, readOwnerFacts } from './owner-facts'
import { rightsOf, roleModules } from './role-rights'
import type { Role, Session } from './session'
import { livingRows } from '../../platform/database/engine-tables'

interface Row {
  readonly session: number
  readonly platform: string | null
  readonly last_activity_ms: string | number
  readonly opened_ms: string | number
  readonly role_id: number | null
  readonly role_name: string | null
  readonly role_key: string | null
  readonly role_root: Json
  readonly role_passwords: Json
  readonly role_factor: Json
  readonly addresses?: string | null
  readonly session_hours?: number | null
  readonly idle_minutes?: number | null
  readonly locked?: boolean
  /** JSON object of the flags that the application adds to roles. */
  readonly role_flags: string | null
  readonly menu_collapsed: string | null
  readonly all_modules: string | null
  readonly home: string | null
  readonly modules: string | null
  readonly further_values: string | null
  /** JSON object of what the records to which they belong tell of them. */
  readonly owner_facts: string | null
  readonly profile: string | null
  readonly viewer_id: number | null
  readonly viewer_name?: string | null
  readonly [column: string]: unknown
}

interface ActorSource {
  readonly model: () => Model
  readonly fieldTypes: FieldTypes
  readonly fieldSql: { readonly [type: string]: FieldSql }
}

/**
 * Reads an open session with its user, role and rights in one query; null when the session is closed or unknown, or the
 * user inactive or removed. A user without an active role sees nothing.
 */
export async function loadSession(db: Db, source: ActorSource, hash: string): Promise<Session | null> {
  const fields = userFields(source.model())
  const row = await people(db, source.model(), fields)
    .innerJoin('sessions as s', 's.id_user', 'u.id')
    .leftJoin('roles as g', (join) =>
      join.on('g.id', '=', OWN_ROLE).on('g.state', '=', '1').on('g.date_deleted', 'is', null),
    )
    .where('s.hash', '=', hash)
    .where('s.state', '=', '1')
    .where('s.date_deleted', 'is', null)
    .where(VIEWER_STILL_MAY)
    .select([
      's.id as session',
      's.platform as platform',
      sql<string>`extract(epoch from s.last_activity) * 1000`.as('last_activity_ms'),
      sql<string>`extract(epoch from s.date_created) * 1000`.as('opened_ms'),
      'g.addresses as addresses',
      'g.session_hours as session_hours',
      'g.idle_minutes as idle_minutes',
      sql<boolean>`s.date_locked is not null`.as('locked'),
      's.id_user_as as viewer_id',
      VIEWER_NAME.as('viewer_name'),
    ])
    .executeTakeFirst()
  return row ? toSession(row, fields, source) : null
}

// A user may view as another only while their own session is open and their full access lasts.
const VIEWER_STILL_MAY: RawBuilder<boolean> = sql`(s.id_session_own is null or exists (
  select 1 from sessions o join users ou on ou.id = o.id_user join roles rr on rr.id = ou.id_role
  where o.id = s.id_session_own and o.state = '1' and o.date_deleted is null
    and ou.state = '1' and ou.date_deleted is null and rr.root and rr.state = '1' and rr.date_deleted is null))`
// The role of whoever is at the console.
const OWN_ROLE: RawBuilder<number> = sql`coalesce((select v.id_role from users v where v.id = s.id_user_as), u.id_role)`
const VIEWER_NAME: RawBuilder<string | null> =
  sql`(select concat_ws(' ', v.name, v.surname) from users v where v.id = s.id_user_as)`

/**
 * A user as they may act now, for work that continues without them; null when they are inactive or removed.
 * @param everywhere in all of their places, whichever they have chosen to work in
 */
export async function loadActor(db: Db, source: ActorSource, id: number, everywhere = false): Promise<Actor | null> {
  const fields = userFields(source.model())
  const row = await people(db, source.model(), fields)
    .where('u.id', '=', id)
    .select([
      sql<number>`0`.as('session'),
      sql<string | null>`null`.as('platform'),
      sql<number>`0`.as('last_activity_ms'),
      sql<number>`0`.as('opened_ms'),
      sql<number | null>`null`.as('viewer_id'),
    ])
    .executeTakeFirst()
  return row ? toSession(everywhere ? { ...row, profile: null } : row, fields, source).actor : null
}

/** Active users with their role and its rights. */
function people(db: Db, model: Model, fields: readonly Field[]) {
  return livingRows(db, 'users as u')
    .leftJoin('roles as r', (join) =>
      join.onRef('r.id', '=', 'u.id_role').on('r.state', '=', '1').on('r.date_deleted', 'is', null),
    )
    .where('u.state', '=', '1')
    .select([
      'r.id as role_id',
      'r.name as role_name',
      'r.key as role_key',
      'r.root as role_root',
      'r.can_set_passwords as role_passwords',
      'r.second_factor as role_factor',
      'r.menu_collapsed as menu_collapsed',
      'r.all_modules as all_modules',
      sql<string | null>`u.profile::text`.as('profile'),
      sql<string | null>`(select h.key from modules h where h.id = r.id_module)`.as('home'),
      roleModules(model).as('modules'),
      flagsOf(model).as('role_flags'),
      furtherValues(model).as('further_values'),
      readOwnerFacts(model).as('owner_facts'),
      ...fields.map((field) => sql`${sql.ref(`u.${field.name}`)}`.as(`u_${field.name}`)),
    ])
}

/** Values in addition to the one in the user's own row, of the scope in which people may have several. */
function furtherValues(model: Model): RawBuilder<string | null> {
  const list = chosenScope(model.application.scopes)?.scope.list
  if (!list) return sql`null::text`
  const [value, whose] = [sql.ref(`b.${list.field}`), sql.ref(`b.${list.user}`)]
  return sql`(select json_agg(${value} order by ${value})::text from ${sql.table(list.entity)} b
    where ${whose} = u.id and b.date_deleted is null)`
}

/** The flags of the role that the application adds. */
function flagsOf(model: Model): RawBuilder<string | null> {
  const flags = roleFlags(model)
  if (flags.length === 0) return sql`null::text`
  return sql`json_build_object(${sql.join(flags.flatMap((flag) => [sql`${sql.lit(flag)}::text`, sql.ref(`r.${flag}`)]))})::text`
}

function userFields(model: Model): Field[] {
  return Object.values(model.entities.users?.fields ?? {}).filter(
    (field) => !field.secret && !field.virtual && !field.dynamic && field.type !== 'password',
  )
}

function toSession(row: Row, fields: readonly Field[], { fieldSql, model }: ActorSource): Session {
  const { application, entities, resources } = model()
  const person: JsonObject = Object.fromEntries(
    fields.map((field) => {
      const raw = row[`u_${field.name}`]
      return [field.name, raw === null || raw === undefined ? null : (fieldSql[field.type]?.decode(raw, field) ?? null)]
    }),
  )
  const profile = asObject(row.profile)
  const role: Role | null =
    row.role_id === null
      ? null
      : {
          id: row.role_id,
          name: row.role_name ?? '',
          key: row.role_key,
          root: isSet(row.role_root),
          can_set_passwords: isSet(row.role_root) || isSet(row.role_passwords),
          second_factor: isSet(row.role_factor),
          menu_collapsed: row.menu_collapsed === '1',
          home: row.home,
        }
  const places = placesOf(application, person, row.further_values)
  const owner = ownerFactValues(application, entities, asObject(row.owner_facts), fieldSql)
  const flags = Object.fromEntries(
    Object.entries(asObject(row.role_flags)).map(([name, value]) => [name, isSet(value)]),
  )
  const standing = { person, profile, role, flags, places, owner }
  return {
    id: row.session,
    platform: row.platform ?? 'web',
    person,
    profile,
    role,
    places,
    last_activity_ms: Number(row.last_activity_ms),
    opened_ms: Number(row.opened_ms),
    bounds: {
      addresses: row.addresses ?? null,
      hours: row.session_hours ?? null,
      idle_minutes: row.idle_minutes ?? null,
    },
    locked: row.locked === true,
    viewer: row.viewer_id === null ? null : { id: row.viewer_id, name: row.viewer_name ?? '' },
    actor: toActor(
      { application, entities, resources },
      standing,
      role ? rightsOf({ root: role.root, all_modules: row.all_modules, modules: row.modules }) : {},
    ),
  }
}

/** What a person has, from which the values of scopes are derived. */
interface Standing {
  readonly person: JsonObject
  readonly profile: JsonObject
  readonly role: Role | null
  /** Flags of the role by name. */
  readonly flags: JsonObject
  /** Values of the scope in which people may have several. */
  readonly places: readonly number[]
  /** What the record to which they belong tells of them. */
  readonly owner: JsonObject
}

type Declared = Pick<Model, 'application' | 'entities' | 'resources'>

function toActor({ application, entities, resources }: Declared, standing: Standing, given: Actor['rights']): Actor {
  const { person, role } = standing
  const operator = isStaffKind(application, person.type_user)
  const root = role?.root ?? false
  const scopes: ActorScopes = Object.fromEntries(
    Object.entries(application.scopes).map(([name, scope]) => [name, valueOf(scope, standing, operator || root)]),
  )
  const language = typeof person.language === 'string' ? person.language : ''
  const flags = {
    ...Object.fromEntries(roleFlags({ entities }).map((name) => [name, standing.flags[name] === true])),
    root,
    operator,
    can_set_passwords: role?.can_set_passwords ?? false,
  }
  const named = Object.fromEntries(Object.entries(application.scopes).filter(([, { fact }]) => fact))
  const own = {
    ...person,
    ...flags,
    language,
    role_key: role?.key ?? null,
    ...wireScopes(scopes, named),
    ...chosenFact(application, person, scopes),
    ...standing.owner,
  }
  const rights = root ? given : withoutClosed(resources, given, own)
  return {
    id: asId(person.id) ?? 0,
    root,
    operator,
    language,
    scopes,
    rights,
    facts: { ...own, ...seesFacts(entities, { root, rights }) },
  }
}

/** Rights without those on catalogues that are not for this user (`see`), so that menu, addresses and calls agree. */
function withoutClosed(resources: Model['resources'], given: Actor['rights'], facts: JsonObject): Actor['rights'] {
  const closed = new Set(
    Object.values(resources).flatMap(({ module, see }) =>
      see && module !== null && !holdsForUser(see, { facts }) ? [module] : [],
    ),
  )
  return closed.size === 0 ? given : Object.fromEntries(Object.entries(given).filter(([module]) => !closed.has(module)))
}

/** A person's value of one scope; null: it does not restrict them. */
function valueOf(
  { field, kinds, staff, role, list }: ScopeDeclaration,
  { person, profile, flags, places }: Standing,
  isStaff: boolean,
): ScopeValue {
  if (kinds && !kinds.includes(String(person.type_user))) return null
  if (staff && !isStaff) return null
  const own = asId(person[field])
  if (role !== undefined) return !isSet(flags[role]) ? null : own === null ? [] : [own]
  return list ? workingPlaces(places, asId(profile[field])) : own
}

/**
 * The one place in which somebody works, under the name of its field: the person's own where no place restricts them.
 */
function chosenFact({ scopes }: Application, person: JsonObject, values: ActorScopes): JsonObject {
  const chosen = chosenScope(scopes)
  if (!chosen) return {}
  const {
    name,
    scope: { field },
  } = chosen
  const value = values[name] ?? null
  if (value === null) return { [field]: asId(person[field]) }
  return { [field]: Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : null }
}

/** A user's values of the scope in which people may have several; none: no place in particular. */
function placesOf({ scopes }: Application, person: JsonObject, further: string | null): number[] {
  const chosen = chosenScope(scopes)
  if (!chosen) return []
  const listed = further === null ? [] : (JSON.parse(further) as Json[])
  return [...new Set([person[chosen.scope.field], ...listed].flatMap((id) => asId(id) ?? []))]
}

/**
 * The one place chosen to work in, else all of the user's; null: no place restricts them, and they have chosen none.
 */
function workingPlaces(own: readonly number[], chosen: number | null): readonly number[] | null {
  if (chosen !== null && (own.length === 0 || own.includes(chosen))) return [chosen]
  return own.length === 0 ? null : own
}

const isSet = (value: Json | undefined): boolean => value === true || value === 1

const asId = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

// Read as text, because one driver parses JSON and the other may not.
function asObject(text: string | null): JsonObject {
  const json: unknown = text === null ? null : JSON.parse(text)
  return json !== null && typeof json === 'object' && !Array.isArray(json) ? (json as JsonObject) : {}
}
