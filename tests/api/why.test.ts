import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'
import type { Files } from './fixture-schemas'

const schemas: Files = {
  loans: {
    title: 'Préstamo',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80 },
      kind: {
        'x-type': 'enum',
        title: 'Clase',
        'x-values': [
          { value: 'a', title: 'Abierto' },
          { value: 'c', title: 'Cerrado' },
        ],
      },
      note: { type: 'string', title: 'Nota', maxLength: 80, 'x-edit': { kind: { eq: 'a' } } },
      reason: { type: 'string', title: 'Motivo', maxLength: 80, 'x-require': { kind: { eq: 'c' } } },
      signed: { type: 'boolean', title: 'Firmado', 'x-edit': { 'user.root': { eq: true } } },
      margin: { type: 'integer', title: 'Margen', 'x-see': { 'user.operator': { eq: true } } },
      rate: { type: 'integer', title: 'Tasa', 'x-edit': { margin: { gt: 37 } } },
      amount: { type: 'integer', title: 'Monto' },
      cap: { type: 'integer', title: 'Tope' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
    },
    'x-checks': [
      {
        id: 'under_limit',
        assert: { amount: { lte: { field: 'cap' } } },
        when: { amount: { isNull: false }, cap: { isNull: false } },
        at: 'amount',
        say: 'max',
      },
    ],
  },
}
const resources: Files = {
  loans: {
    title: 'Préstamos',
    actions: [{ id: 'close', icon: 'lock', go: '/loans?id={id}', when: { kind: { eq: 'a' } } }],
  },
  roles: { title: 'Roles', root: true },
}

oneEngine((_engine, open) => {
  describe('why can I not', () => {
    let at: TestApp
    const id: { [name: string]: number } = {}
    const why = async (role: RoleName, query: JsonObject, path = 'loans') =>
      (await at.call(role, 'GET', `${path}/why`, query)).body
    const save = (role: RoleName, input: JsonObject) => at.call(role, 'POST', 'loans/create', input)
    beforeAll(async () => {
      at = await testApp({ open, schemas, resources })
      const { a, b } = at.ids.companies
      const make = async (name: string, more: JsonObject) => {
        id[name] = Number((await save('root', { name, ...more })).body.id)
      }
      await make('mine', { kind: 'c', reason: 'x', id_company: a, margin: 5 })
      await make('theirs', { kind: 'a', id_company: b })
      await make('everyones', { kind: 'a' })
    })
    afterAll(() => at?.close())

    test('a refused call says which right is missing', async () => {
      expect((await at.call('reader', 'POST', 'loans/create', {})).body).toMatchObject({
        code: 'FORBIDDEN',
        why: 'Su rol permite ver Préstamos, pero no cambiar sus datos.',
      })
      expect((await at.call('none', 'GET', 'loans')).body).toMatchObject({
        code: 'FORBIDDEN',
        why: 'Su rol no tiene permiso para ver Préstamos.',
      })
      expect((await at.call('operator', 'GET', 'roles')).body).toMatchObject({
        why: 'Solo un usuario con acceso total puede abrir Roles.',
      })
      expect((await save('companyA', { id: id.everyones ?? 0, name: 'Mío' })).body).toMatchObject({
        code: 'FORBIDDEN',
        why: 'Este registro es de uso común: solo puede cambiarlo la central.',
      })
    })

    test('a refused save says the rule at its field', async () => {
      const answerTo = async (input: JsonObject) => (await save('operator', { id: id.mine ?? 0, ...input })).body
      expect(await answerTo({ note: 'otra' })).toMatchObject({
        errors: { note: 'No puede cambiar este campo.' },
        why: { note: 'Se puede cambiar solo si Clase es Abierto.' },
      })
      expect(await answerTo({ reason: null })).toMatchObject({
        why: { reason: 'Es obligatorio porque Clase es Cerrado.' },
      })
      expect(await answerTo({ signed: 1 })).toMatchObject({
        why: { signed: 'Se puede cambiar solo si usted tiene acceso total.' },
      })
      expect(await answerTo({ amount: 5, cap: 3 })).toMatchObject({
        why: { amount: 'Debe cumplirse: Monto es como máximo Tope.' },
      })
      expect(await answerTo({ name: null })).not.toHaveProperty('why')
      await at.call('operator', 'POST', 'me/setLanguage', { language: 'en' })
      expect(await answerTo({ note: 'otra' })).toMatchObject({
        why: { note: 'It can be changed only if Clase is Abierto.' },
      })
      await at.call('operator', 'POST', 'me/setLanguage', { language: 'es' })
    })

    test('an action, a field and a record are asked about beforehand', async () => {
      expect(await why('operator', { action: 'close', id: id.mine ?? 0 })).toMatchObject({
        allowed: false,
        why: 'Solo si Clase es Abierto.',
      })
      expect(await why('operator', { action: 'close', id: id.theirs ?? 0 })).toMatchObject({ allowed: true })
      expect(await why('operator', { id: id.mine ?? 0, field: 'note' })).toMatchObject({
        allowed: false,
        why: 'Se puede cambiar solo si Clase es Abierto.',
      })
      expect(await why('operator', { id: id.theirs ?? 0, field: 'note' })).toMatchObject({ allowed: true })
      expect(await why('reader', { action: 'remove', id: id.mine ?? 0 })).toMatchObject({
        allowed: false,
        why: 'Su rol permite ver Préstamos, pero no cambiar sus datos.',
      })
      expect(await why('companyA', { id: id.everyones ?? 0 })).toMatchObject({
        allowed: false,
        why: 'Este registro es de uso común: solo puede cambiarlo la central.',
      })
      expect(await why('companyA', { action: 'nothing' })).toMatchObject({ code: 'MALFORMED' })
    })

    test('nothing is told of a hidden field or of a record out of reach', async () => {
      expect(await why('companyA', { id: id.theirs ?? 0 })).toEqual(await why('companyA', { id: 2_000_000_000 }))
      expect(await why('companyA', { id: id.theirs ?? 0 })).toMatchObject({ code: 'NOT_FOUND' })
      expect(await why('companyA', { id: id.mine ?? 0, field: 'margin' })).toEqual(
        await why('companyA', { id: id.mine ?? 0, field: 'no_such_field' }),
      )
      const rate = { action: 'edit', id: id.mine ?? 0, field: 'rate' }
      expect(await why('companyA', rate)).toMatchObject({
        allowed: false,
        why: 'Se puede cambiar solo si un dato que usted no ve lo permite.',
      })
      expect((await save('companyA', { id: id.mine ?? 0, rate: 9 })).text).not.toMatch(/37|Margen/)
      expect(await why('operator', rate)).toMatchObject({ why: 'Se puede cambiar solo si Margen es mayor que 37.' })
    })

    test('root asks for somebody else, and nobody else does', async () => {
      const { companyA, reader, none } = at.ids.users
      expect(await why('root', { id_user: companyA, id: id.theirs ?? 0 })).toMatchObject({
        allowed: false,
        why: 'El registro no es de su empresa, aliado, sucursal o área.',
      })
      expect(await why('root', { id_user: companyA, id: id.mine ?? 0, field: 'margin' })).toMatchObject({
        allowed: false,
        why: 'Se ve solo si usted es operador.',
      })
      expect(await why('root', { id_user: reader, action: 'remove', id: id.mine ?? 0 })).toMatchObject({
        allowed: false,
      })
      expect(await why('root', { id_user: none, action: 'see' })).toMatchObject({ allowed: false })
      expect(await why('root', { id: id.mine ?? 0 })).toMatchObject({ allowed: true })
      expect(await why('operator', { id_user: reader, action: 'see' })).toMatchObject({ code: 'FORBIDDEN' })
    })
  })
})
