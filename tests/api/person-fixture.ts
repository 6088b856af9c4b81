import type { JsonObject } from '../../src/model/json'
import type { Answer } from './fixture-app'
import { emailOf } from './fixture-users'
import type { ServicesApp } from './services-fixture'

/** A person with their own session, beside the roles that every test has. */
export interface Person {
  readonly id: number
  get(path: string, input?: JsonObject): Promise<Answer>
  post(path: string, input: JsonObject): Promise<Answer>
}

export interface PersonRole {
  readonly name: string
  /** By the key of a module; `all`: edits every one. */
  readonly rights: { readonly [module: string]: 'see' | 'edit' } | 'all'
}

/** A user with their own role, who has logged in. @param columns of their row in `users` */
export async function personApp(
  { server, put }: Pick<ServicesApp, 'server' | 'put'>,
  name: string,
  columns: { readonly [column: string]: unknown },
  { name: role, rights }: PersonRole,
): Promise<Person> {
  const { database } = server
  const id_role = await put('roles', {
    name: `${role} ${name}`,
    type_user: columns['type_user'],
    all_modules: rights === 'all' ? '2' : '0',
  })
  const modules = await database.db.selectFrom('modules').select(['id', 'key']).where('level', '=', '1').execute()
  for (const [key, right] of Object.entries(rights === 'all' ? {} : rights)) {
    const id_module = modules.find((one) => one.key === key)?.id
    if (id_module === undefined) throw new Error(`There is no module "${key}".`)
    await put('role_modules', { id_role, id_module, see: true, edit: right === 'edit' })
  }
  const { password } = await database.db
    .selectFrom('users')
    .select('password')
    .where('email', '=', emailOf('operator'))
    .executeTakeFirstOrThrow()
  const email = `${name.toLowerCase()}@test.pe`
  const id = await put('users', { name, surname: 'Prueba', email, password, language: 'es', id_role, ...columns })
  const { body, text } = await server.login(email)
  const { token } = body
  if (typeof token !== 'string') throw new Error(`${name} cannot log in: ${text}`)
  const queryOf = (input: JsonObject) =>
    new URLSearchParams(
      Object.entries(input).map(([key, value]): [string, string] => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )
  return {
    id,
    get: (path, input = {}) =>
      server.request({ method: 'GET', url: `/api/admin/${path}?${queryOf(input).toString()}`, token }),
    post: (path, input) =>
      server.request({ method: 'POST', url: `/api/admin/${path}`, token, payload: JSON.stringify(input) }),
  }
}
