import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  budgets: {
    title: 'Presupuesto',
    type: 'object',
    required: ['name'],
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', maxLength: 40 },
      amount: { 'x-type': 'money', 'x-edit': { 'user.role_key': { in: ['accountant', 'root'] } } },
      margin: { type: 'integer', 'x-see': { 'user.role_key': { eq: 'accountant' } } },
    },
  },
}

oneEngine((_engine, open) => {
  describe('the key of a role', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({
        open,
        schemas: SCHEMAS,
        resources: { budgets: { title: 'Presupuestos' }, roles: { title: 'Roles' } },
      })
    })
    afterAll(() => at?.close())
    const roleOf = async (name: string) =>
      at.database.db
        .selectFrom('roles')
        .select(['id', 'key'])
        .where('name', '=', name)
        .executeTakeFirstOrThrow() as Promise<{ id: number; key: string | null }>

    test("is what rules ask of the asker, and root's role has one from the start", async () => {
      const made = (await at.call('root', 'POST', 'budgets/create', { name: 'uno', amount: 5 })).body.item as JsonObject
      expect(made).toMatchObject({ amount: 5 })
      expect(Object.keys(made)).not.toContain('margin')
      expect((await at.call('operator', 'POST', 'budgets/create', { id: made.id ?? 0, amount: 6 })).body).toMatchObject(
        { errors: { amount: expect.any(String) } },
      )
      const { id } = await roleOf('Operador')
      expect((await at.call('root', 'POST', 'roles/create', { id, key: 'accountant' })).status).toBe(200)
      expect(
        (await at.call('operator', 'POST', 'budgets/create', { id: made.id ?? 0, amount: 6, margin: 3 })).body.item,
      ).toMatchObject({ amount: 6, margin: 3 })
    })

    test('is given by root alone, and to one role', async () => {
      const [reader, operator] = [await roleOf('Lector'), await roleOf('Operador')]
      expect((await at.call('operator', 'POST', 'roles/create', { id: reader.id, key: 'auditor' })).status).not.toBe(
        200,
      )
      expect((await at.call('root', 'POST', 'roles/create', { id: operator.id, key: 'root' })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { key: expect.any(String) },
      })
      expect((await roleOf('Lector')).key).toBeNull()
    })
  })
})
