import { beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { verbsOf } from './verbs-fixture'

const ROOT = { 'user.root': { eq: true } }

// What a new record begins with, whoever may change it later: the company of its maker, what its catalogue fixes.
oneEngine((_engine, open) => {
  describe('a new record', () => {
    let at: TestApp
    const { post } = verbsOf(() => at)
    const stored = (id: unknown) =>
      at.database.db.selectFrom('cases').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
    beforeAll(async () => {
      const properties = {
        name: { type: 'string', maxLength: 40 },
        allowed: { type: 'integer', 'x-edit': ROOT, default: 1 },
        note: { type: 'string', maxLength: 40 },
        id_company: { 'x-type': 'ref', 'x-to': 'companies', 'x-see': ROOT },
        kind: {
          'x-type': 'enum',
          'x-values': [
            { value: 'a', title: 'A' },
            { value: 'b', title: 'B' },
          ],
          'x-see': ROOT,
        },
        size: { type: 'integer', 'x-edit': { note: { isNull: true } } },
      }
      at = await testApp({
        open,
        schemas: {
          cases: {
            title: 'Caso',
            required: ['name'],
            'x-represent': '{name}',
            'x-scope': { company: 'id_company' },
            properties,
          },
        },
        resources: { open_cases: { entity: 'cases', title: 'Abiertos', where: { kind: { eq: 'a' } } } },
      })
    })

    test("belongs to its maker's company and its catalogue, also where they see neither", async () => {
      const { status, body } = await post('open_cases/create', { name: 'Uno' }, 'companyA')
      expect([status, body]).toMatchObject([200, { ok: true }])
      expect(await stored(body.id)).toMatchObject({ id_company: at.ids.companies.a, kind: 'a', allowed: 1 })
    })

    test('that is a copy leaves out what its maker may not write, and is saved', async () => {
      const one = (
        await post('open_cases/create', { name: 'Dos', allowed: 5, size: 3, id_company: at.ids.companies.a })
      ).body
      const copy = (await post('open_cases/duplicate', { id: one.id ?? null }, 'companyA')).body.item
      expect(copy).toMatchObject({ name: 'Dos', allowed: 1, size: 3 })
      const made = await post('open_cases/create', { name: 'Dos', allowed: 1, size: 3 }, 'companyA')
      expect([made.status, await stored(made.body.id)]).toMatchObject([
        200,
        { id_company: at.ids.companies.a, allowed: 1 },
      ])
      await post('open_cases/create', { id: one.id ?? null, note: 'x' })
      expect((await post('open_cases/duplicate', { id: one.id ?? null })).body.item).toMatchObject({
        allowed: 5,
        size: null,
        note: 'x',
      })
    })
  })
})
