import type { Database, Tx } from '../../src/server/platform/database/database'
import { cheapHash } from '../cheap-hash'

export const PASSWORD = 'clave-de-prueba'

/** Everybody a test may be: by what their role allows, and whose people they are. */
export const ROLES = ['root', 'operator', 'reader', 'companyA', 'companyB', 'readerA', 'none'] as const
export type RoleName = (typeof ROLES)[number]

export const emailOf = (role: RoleName): string => `${role.toLowerCase()}@test.pe`

export interface FixtureIds {
  readonly users: { readonly [role in RoleName]: number }
  readonly companies: { readonly a: number; readonly b: number }
}

/**
 * Two companies and a user per role: root; operators who edit all (`operator`) or see all (`reader`); administrators of
 * company A and B who edit all modules of their own rows; `readerA` who only sees them; and somebody without a role.
 */
export async function putUsers(database: Database): Promise<void> {
  const password = cheapHash(PASSWORD)
  await database.transaction(async (tx) => {
    const root = await tx.selectFrom('roles').select('id').where('root', '=', true).executeTakeFirstOrThrow()
    const roles: { [role in RoleName]: number | null } = {
      root: Number(root.id),
      operator: await put(tx, 'roles', { name: 'Operador', type_user: '1', all_modules: '2' }),
      reader: await put(tx, 'roles', { name: 'Lector', type_user: '1', all_modules: '1' }),
      companyA: await put(tx, 'roles', {
        name: 'Administrador de empresa',
        type_user: '3',
        all_modules: '2',
        corporate: true,
      }),
      companyB: null,
      readerA: await put(tx, 'roles', { name: 'Empleado', type_user: '3', all_modules: '1' }),
      none: null,
    }
    const companies = {
      a: await put(tx, 'companies', { name: 'Empresa A' }),
      b: await put(tx, 'companies', { name: 'Empresa B' }),
    }
    const user = (role: RoleName, more: { [column: string]: unknown }) =>
      put(tx, 'users', {
        name: role,
        surname: 'Prueba',
        email: emailOf(role),
        password,
        language: 'es',
        id_role: roles[role],
        ...more,
      })
    await user('root', { type_user: '1' })
    await user('operator', { type_user: '1' })
    await user('reader', { type_user: '1' })
    await user('companyA', { type_user: '3', id_company: companies.a })
    await user('companyB', { type_user: '3', id_company: companies.b, id_role: roles.companyA })
    await user('readerA', { type_user: '3', id_company: companies.a })
    await user('none', { type_user: '1' })
  })
}

/** The ids of those whom `putUsers` has put there. */
export async function readUsers({ db }: Database): Promise<FixtureIds> {
  const users = await db.selectFrom('users').select(['id', 'name']).where('email', 'in', ROLES.map(emailOf)).execute()
  const companies = await db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('name', 'in', ['Empresa A', 'Empresa B'])
    .execute()
  const idOf = (rows: readonly { readonly [column: string]: unknown }[], name: string): number =>
    Number(rows.find((row) => row['name'] === name)?.['id'])
  return {
    users: Object.fromEntries(ROLES.map((role) => [role, idOf(users, role)])) as FixtureIds['users'],
    companies: { a: idOf(companies, 'Empresa A'), b: idOf(companies, 'Empresa B') },
  }
}

async function put(tx: Tx, table: string, row: { [column: string]: unknown }): Promise<number> {
  return Number((await tx.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()).id)
}
