import { consoleSession } from './api-session'

export const PASSWORD = 'una frase de prueba'
let made = 0

/** A new operator under a role of their own that sees everything. */
export async function newOperator(
  address: string,
  role: object = {},
): Promise<{ readonly id: number; readonly name: string; readonly email: string }> {
  const root = await consoleSession(address, 'root@demo.test')
  const name = `Prueba${Date.now().toString(36)}${process.pid}x${made++}`
  const email = `${name.toLowerCase()}@demo.test`
  const { id: id_role } = await root<{ id: number }>('POST', 'admin/roles/create', {
    name,
    type_user: '1',
    all_modules: '1',
    ...role,
  })
  const { id } = await root<{ id: number }>('POST', 'admin/operators/create', {
    name,
    surname: 'Vega',
    email,
    password: PASSWORD,
    id_role,
    type_user: '1',
  })
  return { id, name: `${name} Vega`, email }
}
