import { permissionsCall, rightsOfCall } from '../../../model/role-calls'
import { AppError } from '../../../model/errors'
import type { Actor } from '../../../model/rights/actor'
import { maySee } from '../../../model/rights/access'
import { everywhereOf, rightsIn, type Rights } from '../../../model/rights/permissions'
import type { Db } from '../../platform/database/database'
import { serveCall, type ServerCall } from '../../language/feature/call'
import type { Runtime } from '../../language/runtime'
import { type PermissionRow, permissionRows } from '../../language/actor/permission-rows'
import { livingRows } from '../../platform/database/engine-tables'

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** For whoever sees the roles: what they may be given and what they have, and what comes of it for one person. */
export function permissionCalls(runtime: Runtime): readonly ServerCall[] {
  /** @throws {AppError} FORBIDDEN to who sees no catalogue of the entities */
  const assertSees = (actor: Actor, ...entities: readonly string[]): void => {
    const resources = Object.values(runtime.model().resources)
    if (!entities.every((name) => resources.some((one) => one.entity === name && maySee(actor, one))))
      throw new AppError('FORBIDDEN')
  }
  return [
    serveCall(permissionsCall, async ({ actor, db }) => {
      assertSees(actor, 'roles')
      const rows = await permissionRows(runtime, db, actor.language)
      const roles = await livingRows(db, 'roles')
        .select(['id', 'name', 'root', 'all_modules'])
        .orderBy('rank')
        .orderBy('id')
        .execute()
      const pairs = await pairsOf(db, null)
      return {
        rows: rows.map(({ id, id_parent, of, name, group, root }) => ({ id, id_parent, of, name, group, root })),
        roles: roles.map(({ id, name, root, all_modules }) => ({
          id: Number(id),
          name: String(name),
          root: flag(root === true),
          all_modules: String(all_modules ?? '0'),
          perms: [...(pairs.get(Number(id)) ?? [])].map(([id_module, { see, edit }]) => ({
            id_module,
            see: flag(see || edit),
            edit: flag(edit),
          })),
        })),
      }
    }),
    serveCall(rightsOfCall, async ({ actor, db }, { id_user }) => {
      assertSees(actor, 'roles')
      // Whoever has full access sees every person; others would learn here of people out of their reach.
      if (!actor.root) throw new AppError('FORBIDDEN')
      const person = await livingRows(db, 'users as u')
        .leftJoin('roles as r', (on) => on.onRef('r.id', '=', 'u.id_role').on('r.date_deleted', 'is', null))
        .select([
          'u.name',
          'u.surname',
          'u.state',
          'r.id as id_role',
          'r.name as role',
          'r.state as role_state',
          'r.root',
          'r.all_modules',
        ])
        .where('u.id', '=', id_user)
        .executeTakeFirst()
      if (!person) throw new AppError('NOT_FOUND')
      const role =
        person.id_role === null
          ? null
          : { id: Number(person.id_role), name: String(person.role), active: person.role_state === '1' }
      const own = role
        ? ((await pairsOf(db, role.id)).get(role.id) ?? new Map<number, Rights>())
        : new Map<number, Rights>()
      const rows = await permissionRows(runtime, db, actor.language)
      const groups = new Map(rows.map(({ id, name }) => [id, name]))
      const why = (row: PermissionRow) =>
        reasonFor(row, own, { root: person.root === true, all: role ? person.all_modules : '0' })
      return {
        name: [person.name, person.surname].filter(Boolean).join(' '),
        role,
        off:
          person.state !== '1'
            ? ('person' as const)
            : role === null
              ? ('no_role' as const)
              : role.active
                ? null
                : ('role' as const),
        items: rows
          .filter(({ group }) => !group)
          .map((row) => ({
            id: row.id,
            name: row.name,
            group: row.id_parent === null ? null : (groups.get(row.id_parent) ?? null),
            ...why(row),
          })),
      }
    }),
  ]
}

type Reason = 'root' | 'own' | 'everywhere' | 'nothing' | 'root_only'

/** What comes of a role in one module, and by what: in the order in which `rightsOf` decides. */
function reasonFor(
  { id, root: rootOnly }: PermissionRow,
  own: ReadonlyMap<number, Rights>,
  role: { readonly root: boolean; readonly all: unknown },
) {
  const answer = ({ see, edit }: Rights, why: Reason) => ({ see: flag(see || edit), edit: flag(edit), why })
  if (role.root) return answer({ see: true, edit: true }, 'root')
  if (rootOnly) return answer({ see: false, edit: false }, 'root_only')
  const everywhere = everywhereOf(role.all)
  return answer(rightsIn(own, id, everywhere), own.has(id) ? 'own' : everywhere.see ? 'everywhere' : 'nothing')
}

/** The pairs of one role, or of all: role → module → rights. */
async function pairsOf(db: Db, id_role: number | null): Promise<ReadonlyMap<number, Map<number, Rights>>> {
  const rows = await livingRows(db, 'role_modules')
    .select(['id_role', 'id_module', 'see', 'edit'])
    .$if(id_role !== null, (query) => query.where('id_role', '=', id_role))
    .orderBy('id')
    .execute()
  const found = new Map<number, Map<number, Rights>>()
  for (const { id_role: role, id_module, see, edit } of rows) {
    const pairs = found.get(Number(role)) ?? new Map<number, Rights>()
    found.set(Number(role), pairs.set(Number(id_module), { see: see === true, edit: edit === true }))
  }
  return found
}
