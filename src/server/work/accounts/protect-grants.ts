import { sql } from 'kysely'
import { scopeIds } from '../../../model/rights/actor'
import { chosenScope, isStaffKind, type ScopeDeclaration } from '../../../model/application'
import { scopePath } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { roleFlags } from '../../../model/rights/role-flags'
import type { HookContext, Hooks } from '../../language/feature/hooks'
import { exceeds, roleGrant, type RoleGrant } from '../../language/actor/role-rights'
import { engineTables } from '../../platform/database/engine-tables'

// What an account gives access to, and to whom: a user who sets these on an account may log in with it.
const ACCOUNT = ['email', 'password', 'type_user', 'id_role', 'state']

/**
 * Nobody gives what they do not have: only root may create, widen or take over a role, a right or an account beyond
 * their own rights or bounds, whichever call is used.
 * @param model the Model at the start, whose scopes say which rows give people further places
 */
export function protectGrants(model: Model): readonly Hooks[] {
  const list = chosenScope(model.application.scopes)?.scope.list
  return [...GUARDS, ...(list ? [guardPlaces(list)] : [])]
}

/** Rows that give people further places: removing the last one would lift the restriction. */
const guardPlaces = (list: NonNullable<ScopeDeclaration['list']>): Hooks => ({
  entity: list.entity,
  async beforeSave(context, data, before) {
    if (before && data[list.user] !== undefined && data[list.user] !== before[list.user])
      await assertKeepsPlace(context, list, before)
    return data
  },
  beforeRemove: (context, record) => assertKeepsPlace(context, list, record),
})

const GUARDS: readonly Hooks[] = [
  {
    entity: 'users',
    async beforeSave(context, data, before) {
      const {
        actor,
        model: { application },
      } = context
      if (actor.root) return data
      const after = { ...before, ...data }
      const isNamed =
        before === null ||
        [...ACCOUNT, ...Object.values(application.scopes).map(({ field }) => field)].some(
          (name) => Object.hasOwn(data, name) && data[name] !== before[name],
        )
      if (!isNamed) return data
      if (before && before.id !== actor.id) await assertWithin(context, before)
      const isStaff = isStaffKind(application, after.type_user)
      if (isStaff && !isStaffKind(application, before?.type_user) && !actor.operator) throw error('type_user')
      if (isStaff) assertPlaces(context, after)
      const role = after.id_role === before?.id_role ? null : await roleGrant(context.tx, context.model, after.id_role)
      if (role && isBeyond(context, role)) throw error('id_role')
      return data
    },
    async beforeRemove(context, record) {
      if (!context.actor.root) await assertWithin(context, record)
    },
    async beforeRestore(context, record) {
      if (!context.actor.root) await assertWithin(context, record)
    },
    // What was done under one name is done under the other's from then on.
    async beforeMerge(context, gone, kept) {
      if (gone.type_user !== kept.type_user)
        throw new AppError('VALIDATION', { errors: { into: { key: 'merge_kinds' } } })
      for (const account of context.actor.root ? [] : [gone, kept]) await assertWithin(context, account)
    },
  },
  {
    entity: 'roles',
    async beforeRestore(context, record) {
      const role = context.actor.root ? null : await roleGrant(context.tx, context.model, record.id)
      if (role && isBeyond(context, role)) throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
    },
    async afterSave(context, record, before) {
      const { actor, tx, model } = context
      if (actor.root || (before && [...GRANTS, ...roleFlags(model)].every((name) => record[name] === before[name])))
        return
      const role = await roleGrant(tx, model, record.id)
      if (!role) return
      const widens = role.all_modules > Number(before?.all_modules ?? 0) && role.all_modules > (await ownWidth(context))
      if (widens || isBeyond(context, role)) throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
    },
  },
  {
    entity: 'role_modules',
    beforeRestore: assertPair,
    async afterSave(context, record, before) {
      await assertPair(context, record)
      // The pair that the row stood for until now falls back to the role's "all modules".
      if (before && (before.id_role !== record.id_role || before.id_module !== record.id_module))
        await assertPair(context, before)
    },
    async beforeRemove(context, record) {
      const role = await roleGrant(context.tx, context.model, record.id_role)
      const wide = { see: (role?.all_modules ?? 0) > 0, edit: role?.all_modules === 2 }
      const key = await moduleKey(context, record.id_module)
      if (key !== null && exceeds(context.actor, { [key]: wide }))
        throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
    },
  },
]

const GRANTS = ['all_modules', 'root', 'can_set_passwords', 'state', 'type_user']

/** Flags that give something: all that the application adds, but those that restrict their people to a scope. */
function widening(model: Model): readonly string[] {
  const bounds = new Set(Object.values(model.application.scopes).flatMap(({ role }) => role ?? []))
  return roleFlags(model).filter((name) => !bounds.has(name))
}

const error = (source: string): AppError =>
  new AppError('VALIDATION', { errors: { [source]: { key: 'beyond_rights' } } })

/** @throws {AppError} FORBIDDEN when an account may do what the asker may not */
async function assertWithin(context: HookContext, account: JsonObject): Promise<void> {
  const role = await roleGrant(context.tx, context.model, account.id_role)
  const isStaff = isStaffKind(context.model.application, account.type_user) && !context.actor.operator
  if (isStaff || (role && isBeyond(context, role))) throw new AppError('FORBIDDEN', { say: 'errors.beyond_account' })
}

/** Whether a role that new people get allows nothing beyond the rights of whoever creates them. */
export async function allowsNoMore(
  context: Pick<HookContext, 'tx' | 'model' | 'actor'>,
  id_role: number,
): Promise<boolean> {
  const role = await roleGrant(context.tx, context.model, id_role)
  return context.actor.root || (role !== null && !allowsMore(context, role))
}

function allowsMore({ actor, model }: Pick<HookContext, 'actor' | 'model'>, role: RoleGrant): boolean {
  if (role.root || exceeds(actor, role.rights)) return true
  if (isSet(role.flags.can_set_passwords) && actor.facts.can_set_passwords !== true) return true
  return !actor.operator && widening(model).some((name) => isSet(role.flags[name]) && actor.facts[name] !== true)
}

function isBeyond(context: HookContext, role: RoleGrant): boolean {
  const { actor, model } = context
  if (allowsMore(context, role)) return true
  // Users with only one area must not create users who see all areas.
  return Object.entries(model.application.scopes).some(
    ([name, { role: flag }]) =>
      flag !== undefined &&
      scopeIds(actor, name) !== null &&
      !isSet(role.flags[flag]) &&
      dividedBy(model, name).some((module) => role.rights[module]?.see),
  )
}

/** @throws {AppError} VALIDATION when staff of some places would create staff of other places, or of all */
function assertPlaces({ actor, model }: HookContext, after: JsonObject): void {
  for (const [name, { field, staff }] of Object.entries(model.application.scopes)) {
    const own = staff ? scopeIds(actor, name) : null
    const value = after[field]
    if (own !== null && (typeof value !== 'number' || !own.includes(value))) throw error(field)
  }
}

/**
 * @throws {AppError} FORBIDDEN when staff of some places would lift somebody's restriction by removing their last place
 */
async function assertKeepsPlace(
  { tx, actor, model }: HookContext,
  { entity, user }: NonNullable<ScopeDeclaration['list']>,
  record: JsonObject,
): Promise<void> {
  const chosen = chosenScope(model.application.scopes)
  if (actor.root || !chosen || scopeIds(actor, chosen.name) === null) return
  const {
    scope: { field },
  } = chosen
  const whose = Number(record[user])
  const own = await engineTables(tx)
    .selectFrom('users')
    .select(sql<number | null>`${sql.ref(field)}`.as('place'))
    .where('id', '=', whose)
    .executeTakeFirst()
  const other = await tx
    .selectFrom(entity)
    .select('id')
    .where(user, '=', whose)
    .where('id', '<>', record.id)
    .where('date_deleted', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if ((own?.place ?? null) === null && !other) throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
}

/** @throws {AppError} FORBIDDEN when the role now has a right on the module that the asker lacks */
async function assertPair(context: HookContext, pair: JsonObject): Promise<void> {
  if (context.actor.root) return
  const [role, key] = [
    await roleGrant(context.tx, context.model, pair.id_role),
    await moduleKey(context, pair.id_module),
  ]
  if (role && (role.root || (key !== null && exceeds(context.actor, role.rights, key))))
    throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
}

async function ownWidth({ tx, actor, model }: HookContext): Promise<number> {
  const own = await engineTables(tx).selectFrom('users').select('id_role').where('id', '=', actor.id).executeTakeFirst()
  return (await roleGrant(tx, model, own?.id_role))?.all_modules ?? 0
}

async function moduleKey({ tx }: HookContext, id: Json | undefined): Promise<string | null> {
  const row = await engineTables(tx)
    .selectFrom('modules')
    .select('key')
    .where('id', '=', Number(id ?? 0))
    .executeTakeFirst()
  return typeof row?.key === 'string' ? row.key : null
}

/** Modules whose rows a scope divides. */
const dividedBy = (model: Model, scope: string): string[] =>
  Object.values(model.resources).flatMap(({ module, entity }) => {
    const divided = model.entities[entity]
    return module !== null && divided && scopePath(divided.scope, scope) !== undefined ? [module] : []
  })

const isSet = (value: Json | undefined): boolean => value === true || value === 1
