import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { DEMO_ACCOUNTS } from '../../custom/demo/server/demo-accounts'
import { DEMO_PASSWORD as PASSWORD } from '../../custom/demo/model/driver-account'
import type { Json, JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { cheapHash } from '../cheap-hash'

export type Right = { readonly see: boolean; readonly edit: boolean }

/** Who tries the calls, with what an independent reading of the tables says of them. */
export interface Account {
  readonly name: string
  /** Null: no session at all. */
  readonly token: string | null
  readonly root: boolean
  /** Staff of the house. */
  readonly staff: boolean
  readonly worker: boolean
  readonly areaAdmin: boolean
  readonly id: number
  /** Facts that a catalogue's `where` asks of the user. */
  readonly facts: JsonObject
  readonly company: number | null
  readonly area: number | null
  readonly branches: readonly number[]
  /** Key of a module → right; absent: none. */
  readonly rights: ReadonlyMap<string, Right>
}

interface PersonRow {
  readonly id: number
  readonly email: string
  readonly type_user: string
  readonly id_company: number | null
  readonly id_branch: number | null
  readonly id_company_area: number | null
  readonly id_role: number | null
  readonly root: boolean | null
  readonly corporate: boolean | null
  readonly area: boolean | null
  readonly all_modules: string | null
  /** Of their company; null: they are of none. */
  readonly use_cecos: Json
}

/**
 * The demo's accounts, and their shadows (`putShadows`): for what the roles leave out, one with all modules for every
 * kind of bound, of the company, the partner, the area, the branch, of nobody; somebody without a role, and nobody.
 */
export async function matrixAccounts(app: FastifyInstance, database: Database): Promise<readonly Account[]> {
  const people = await readPeople(database)
  const accounts: Account[] = []
  for (const person of people) accounts.push(await accountOf(app, database, person))
  const nobody: Account = {
    name: 'no session',
    token: null,
    id: 0,
    root: false,
    staff: false,
    worker: false,
    areaAdmin: false,
    facts: {},
    company: null,
    area: null,
    branches: [],
    rights: new Map(),
  }
  return [...accounts, nobody]
}

const DOMAIN = 'matrix.test'

/** The account of no company, and the address that it logs in with. */
export const PRIVATE = { name: 'private-all', email: `private-all@${DOMAIN}` }

/** Copies of demo accounts whose role sees and edits every module, so that only their bounds hold them back. */
export async function putShadows(database: Database): Promise<void> {
  const { db } = database
  await sql`update users set password = ${cheapHash(PASSWORD)}
    where email = any(${DEMO_ACCOUNTS.map(({ email }) => email)}::text[])`.execute(db)
  const role = async (name: string, more: object = {}): Promise<number> =>
    Number(
      (
        await db
          .insertInto('roles')
          .values({ name, type_user: '3', all_modules: '2', ...more })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  const all = await role('Todos los módulos')
  const area = await role('Todos los módulos de un área', { corporate: true, corporate_admin_rea: true })
  const shadow = (name: string, of: string, id_role: number | null, more: object = {}) => {
    const {
      id_company = sql`id_company`,
      id_branch = sql`id_branch`,
      type_user = sql`type_user`,
    } = more as { [column: string]: unknown }
    return sql`insert into users (name, surname, email, password, type_user, language, id_company, id_branch,
      id_company_area, id_role)
      select ${name}, 'Prueba', ${`${name}@${DOMAIN}`}, password, ${type_user}, 'es', ${id_company}, ${id_branch},
        id_company_area, ${id_role}
      from users where email = ${of}`.execute(db)
  }
  await shadow('company-all', 'corporate@demo.test', all)
  await shadow('partner-all', 'partner@demo.test', all)
  await shadow('area-all', 'area@demo.test', area)
  await shadow('area-less', 'corporate@demo.test', area)
  await shadow(PRIVATE.name, 'corporate@demo.test', all, { id_company: sql`null::integer` })
  // Some rides of people of no company are theirs.
  await sql`update services set id_client = (select id from users where email = ${PRIVATE.email})
    where id in (select id from services where id_company is null order by state = 'scheduled' desc, id
      limit 3)`.execute(db)
  await shadow('guest', 'corporate@demo.test', null)
  // What a role is given for one module goes before what it is given for all.
  const reader = (
    await db.selectFrom('users').select('id_role').where('email', '=', 'reader@demo.test').executeTakeFirstOrThrow()
  ).id_role
  const given = [
    { id_role: all, key: 'colors', see: true, edit: false },
    { id_role: all, key: 'businesses', see: false, edit: false },
    { id_role: reader, key: 'colors', see: true, edit: true },
  ]
  for (const { id_role, key, see, edit } of given)
    await sql`insert into role_modules (id_role, id_module, see, edit) select ${id_role}, id, ${see}, ${edit}
      from modules where key = ${key}`.execute(db)
}

async function readPeople({ db }: Database): Promise<readonly PersonRow[]> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  return (
    await sql<PersonRow>`
    select u.id, u.email, u.type_user, u.id_company, u.id_branch, u.id_company_area, u.id_role, r.root, r.corporate,
      r.corporate_admin_rea as area, r.all_modules, c.use_cecos
    from users u left join roles r on r.id = u.id_role left join companies c on c.id = u.id_company
    where u.email = any(${emails}::text[]) or u.email like ${`%@${DOMAIN}`} order by u.id`.execute(db)
  ).rows
}

async function accountOf(app: FastifyInstance, { db }: Database, person: PersonRow): Promise<Account> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/admin/login/login',
    payload: { username: person.email, password: PASSWORD, app_version_code: 125 },
  })
  const { token } = reply.json<{ token?: Json }>()
  if (typeof token !== 'string') throw new Error(`${person.email} cannot log in: ${reply.body}`)
  const modules = await db
    .selectFrom('modules')
    .select(['id', 'key', 'root'])
    .where('level', '=', '1')
    .where('state', '=', '1')
    .execute()
  const pairs =
    person.id_role === null
      ? []
      : await db
          .selectFrom('role_modules')
          .select(['id_module', 'see', 'edit'])
          .where('id_role', '=', person.id_role)
          .where('date_deleted', 'is', null)
          .execute()
  const rights = new Map(
    modules.flatMap(({ id, key, root }): [string, Right][] => {
      if (person.root) return [[String(key), { see: true, edit: true }]]
      if (root || person.id_role === null) return []
      const pair = pairs.find(({ id_module }) => id_module === id)
      const edit = pair ? pair.edit === true : person.all_modules === '2'
      return [[String(key), { see: edit || (pair ? pair.see === true : person.all_modules === '1'), edit }]]
    }),
  )
  return {
    name: person.email.replace('@demo.test', '').replace(`@${DOMAIN}`, ''),
    token,
    id: person.id,
    root: person.root === true,
    staff: person.type_user === '1',
    worker: person.type_user === '4',
    areaAdmin: person.area === true,
    facts: {
      id: person.id,
      root: person.root === true,
      operator: person.type_user === '1',
      corporate: person.corporate === true,
      use_cecos: person.use_cecos,
      // A branch binds staff alone.
      id_branches:
        person.id_branch === null || (person.type_user !== '1' && person.root !== true) ? null : [person.id_branch],
    },
    company: person.id_company,
    area: person.id_company_area,
    branches: person.id_branch === null ? [] : [person.id_branch],
    rights,
  }
}
