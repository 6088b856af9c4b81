import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { importCalls, type ImportCalls } from './import-fixture'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    where: { type_user: { eq: '3' } },
    form: { rows: [['name', 'email', 'id_company']] },
    import: { columns: ['name', 'email'] },
  },
}
const HOUR_MS = 3_600_000
const FREE = 200

oneEngine((_engine, open) => {
  describe('an e-mail address of another company', () => {
    let at: TestApp
    let imports: ImportCalls
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    const taken = Array.from({ length: 100 }, (_, n) => `ajeno${n}@otra.pe`)
    beforeAll(async () => {
      at = await testApp({ open, resources, now: () => new Date(clock_ms) })
      imports = importCalls(at, 'people')
      await at.database.db
        .insertInto('users')
        .values(taken.map((email) => ({ name: 'Ajeno', type_user: '3', email, id_company: at.ids.companies.b })))
        .execute()
    })
    afterAll(() => at?.close())

    const make = (role: RoleName, email: string, more: JsonObject = {}) =>
      at.call(role, 'POST', 'people/create', { name: 'Nueva', email, ...more })
    const refusals = async (id: number) =>
      (
        await at.database.db
          .selectFrom('logs')
          .select('title')
          .where('type_log', '=', 'value_refused')
          .where('id_user', '=', id)
          .execute()
      ).map(({ title }) => title)

    test('is refused without saying that somebody has it, and the log keeps it', async () => {
      const { status, body } = await make('companyB', 'companya@test.pe')
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { errors: { email: 'No puede usarse este valor: elija otro.' } },
      })
      expect(await refusals(at.ids.users.companyB)).toEqual(['companya@test.pe'])
      // One's own people's is said to be taken, and costs nothing; so is any to who sees all.
      expect((await make('companyB', 'ajeno1@otra.pe')).body).toMatchObject({
        errors: { email: 'Ya existe un registro con este valor.' },
      })
      expect((await make('operator', 'ajeno1@otra.pe')).body).toMatchObject({
        errors: { email: 'Ya existe un registro con este valor.' },
      })
      expect(await refusals(at.ids.users.companyB)).toHaveLength(1)
    })

    test('is learned twenty times an hour at most, also by asking all at once; then nothing is written, taken or free', async () => {
      const asked = taken.flatMap((email, n) => [email, `libre${n}@mia.pe`])
      expect(asked).toHaveLength(FREE)
      const statuses: number[] = []
      for (let from = 0; from < asked.length; from += 20) {
        statuses.push(
          ...(await Promise.all(asked.slice(from, from + 20).map((email) => make('companyA', email)))).map(
            ({ status }) => status,
          ),
        )
      }
      expect(statuses.filter((status) => status === 422)).toHaveLength(20)
      expect(statuses.slice(60).every((status) => status === 429)).toBe(true)
      expect(await refusals(at.ids.users.companyA)).toHaveLength(20)
      expect((await make('companyA', 'libre-del-todo@mia.pe')).body).toMatchObject({
        code: 'TOO_MANY',
        msg: expect.stringContaining('60 min') as unknown,
      })
      // What is not unique is still written.
      expect((await at.call('companyA', 'POST', 'people/create', { name: 'Sin correo' })).status).toBe(200)
      clock_ms += HOUR_MS + 1000
      expect((await make('companyA', 'libre-del-todo@mia.pe')).status).toBe(200)
    })

    test('is not learned of a file either', async () => {
      clock_ms += 2 * HOUR_MS
      const known = (await refusals(at.ids.users.companyA)).length
      const rows = taken.flatMap((email, n) => [
        ['Uno', email],
        ['Dos', `fila${n}@mia.pe`],
      ])
      const view = await imports.stage('companyA', rows, ['Nombre', 'Correo electrónico'])
      const texts = JSON.stringify(view)
      expect(texts).not.toContain('Ya existe un registro')
      expect((await refusals(at.ids.users.companyA)).length - known).toBe(20)
      // Twenty that are taken, and whatever stands below the last of them.
      expect(view).toMatchObject({ counts: { wrong: 181 } })
    })
  })
})
