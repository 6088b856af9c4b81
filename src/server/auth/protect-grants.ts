import type { Actor } from '../../model/actor'
import { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { HookContext, Hooks } from '../feature/hooks'
import { OPERATOR } from './actor'
import { exceeds, roleGrant, type RoleGrant } from './role-rights'

// What an account opens, and to whom: whoever sets these of an account may enter by it.
const ACCOUNT = ['email', 'password', 'type_user', 'id_role', 'state', 'id_company', 'id_branch', 'id_company_area']

/**
 * Nobody gives what he does not have: a role, a right or an account beyond his own rights or bounds is not made, widened or taken over
 * by anybody but root, whichever call it is tried by.
 */
export const protectGrants: readonly Hooks[] = [
  {
    entity: 'users',
    async beforeSave(context, data, before) {
      const { actor } = context
      if (actor.root) return data
      const after = { ...before, ...data }
      const isNamed = before === null || ACCOUNT.some((name) => Object.hasOwn(data, name) && data[name] !== before[name])
      if (!isNamed) return data
      if (before && before.id !== actor.id) await assertWithin(context, before)
      if (after.type_user === OPERATOR && before?.type_user !== OPERATOR && !actor.operator) throw fault('type_user')
      if (after.type_user === OPERATOR) assertBranches(actor, after)
      const role = after.id_role === before?.id_role ? null : await roleGrant(context.tx, after.id_role)
      if (role && isBeyond(context, role)) throw fault('id_role')
      return data
    },
    async beforeRemove(context, record) {
      if (!context.actor.root) await assertWithin(context, record)
    },
  },
  {
    entity: 'user_branches',
    async beforeSave(context, data, before) {
      if (before && data.id_user !== undefined && data.id_user !== before.id_user) await assertKeepsBranch(context, before)
      return data
    },
    beforeRemove: assertKeepsBranch,
  },
  {
    entity: 'roles',
    async afterSave(context, record, before) {
      const { actor, tx } = context
      if (actor.root || (before && GRANTS.every((name) => record[name] === before[name]))) return
      const role = await roleGrant(tx, record.id)
      if (!role) return
      const widens = role.all_modules > Number(before?.all_modules ?? 0) && role.all_modules > await ownWidth(context)
      if (widens || isBeyond(context, role)) throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
    },
  },
  {
    entity: 'role_modules',
    async afterSave(context, record, before) {
      await assertPair(context, record)
      // The pair that the row stood for until now is left to the role's "all modules".
      if (before && (before.id_role !== record.id_role || before.id_module !== record.id_module)) await assertPair(context, before)
    },
    async beforeRemove(context, record) {
      const role = await roleGrant(context.tx, record.id_role)
      const wide = { see: (role?.all_modules ?? 0) > 0, edit: role?.all_modules === 2 }
      const key = await moduleKey(context, record.id_module)
      if (key !== null && exceeds(context.actor, { [key]: wide })) throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
    },
  },
]

const GRANTS = ['all_modules', 'root', 'corporate', 'corporate_admin_rea', 'state', 'type_user']

const fault = (source: string): AppError => new AppError('VALIDATION', { errors: { [source]: { key: 'beyond_rights' } } })

/** @throws {AppError} FORBIDDEN when an account may do what the asker may not */
async function assertWithin(context: HookContext, account: JsonObject): Promise<void> {
  const role = await roleGrant(context.tx, account.id_role)
  const isStaff = account.type_user === OPERATOR && !context.actor.operator
  if (isStaff || (role && isBeyond(context, role))) throw new AppError('FORBIDDEN', { say: 'errors.beyond_account' })
}

function isBeyond({ actor, model }: HookContext, role: RoleGrant): boolean {
  if (role.root || exceeds(actor, role.rights)) return true
  if (role.corporate && !actor.corporate && !actor.operator) return true
  // Whoever has an area alone makes nobody who sees all areas.
  return actor.id_areas !== null && actor.id_areas !== undefined && !role.corporate_admin_rea && dividedByArea(model).some((module) => role.rights[module]?.see)
}

/** @throws {AppError} VALIDATION when staff of some branches would make staff of others, or of all */
function assertBranches({ id_branches }: Actor, after: JsonObject): void {
  if (id_branches === null) return
  if (typeof after.id_branch !== 'number' || !id_branches.includes(after.id_branch)) throw fault('id_branch')
}

/** @throws {AppError} FORBIDDEN when staff of some branches would set somebody free of all branches by taking the last one away */
async function assertKeepsBranch({ tx, actor }: HookContext, { id, id_user }: JsonObject): Promise<void> {
  if (actor.root || actor.id_branches === null) return
  const own = await tx.selectFrom('users').select('id_branch').where('id', '=', id_user).executeTakeFirst()
  const other = await tx.selectFrom('user_branches').select('id').where('id_user', '=', id_user).where('id', '<>', id)
    .where('date_deleted', 'is', null).limit(1).executeTakeFirst()
  if ((own?.id_branch ?? null) === null && !other) throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
}

/** @throws {AppError} FORBIDDEN when the role now has a right on the module that the asker lacks */
async function assertPair(context: HookContext, pair: JsonObject): Promise<void> {
  if (context.actor.root) return
  const [role, key] = [await roleGrant(context.tx, pair.id_role), await moduleKey(context, pair.id_module)]
  if (role && (role.root || (key !== null && exceeds(context.actor, role.rights, key)))) throw new AppError('FORBIDDEN', { say: 'errors.beyond_rights' })
}

async function ownWidth({ tx, actor }: HookContext): Promise<number> {
  const own = await tx.selectFrom('users').select('id_role').where('id', '=', actor.id).executeTakeFirst()
  return (await roleGrant(tx, own?.id_role as Json | undefined))?.all_modules ?? 0
}

async function moduleKey({ tx }: HookContext, id: Json | undefined): Promise<string | null> {
  const row = await tx.selectFrom('modules').select('key').where('id', '=', id).executeTakeFirst()
  return typeof row?.key === 'string' ? row.key : null
}

const dividedByArea = (model: Model): string[] =>
  Object.values(model.resources).flatMap(({ module, entity }) => (module !== null && model.entities[entity]?.scope.area !== undefined ? [module] : []))
