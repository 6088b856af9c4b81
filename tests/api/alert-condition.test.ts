import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { EVENT_RESOURCES, EVENT_SCHEMAS } from './events-fixture'
import { testApp, type TestApp } from './fixture-app'

oneEngine((_engine, open) => {
  let at: TestApp
  let alert: JsonObject
  const rule: JsonObject = {
    all: [
      { any: [{ kind: { eq: 'big' } }, { amount: { gt: 1234.5 } }] },
      { due: { gte: { now: '0d' }, lte: { now: '+30d' } } },
    ],
  }
  const AS_READ = '(Clase es Grande o Monto es mayor que S/ 1,234.50) y Vence cae en un plazo de 30 días'
  const call = async (path: string, input: JsonObject) => {
    const { status, body, text } = await at.call('root', 'POST', path, input)
    expect(status, text).toBe(200)
    return body
  }
  const read = async (id: number) => (await at.call('root', 'GET', `alerts/${id}`)).body.item as JsonObject
  const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ')
  beforeAll(async () => {
    const resources = { ...EVENT_RESOURCES, orders: { title: 'Pedidos' } }
    at = await testApp({ open, schemas: EVENT_SCHEMAS, resources })
    const { id } = await at.database.db
      .selectFrom('modules')
      .select('id')
      .where('key', '=', 'orders')
      .executeTakeFirstOrThrow()
    alert = {
      name: 'Por vencer',
      id_module: Number(id),
      type: 'changed',
      channel: 'notice',
      recipients: 'id_owner',
      body: '{{name}}',
    }
  })
  afterAll(() => at?.close())

  test('a condition that nobody could mean is refused at its field, whatever is in it', async () => {
    const deep = (levels: number): JsonObject => (levels === 0 ? { kind: { eq: 'big' } } : { all: [deep(levels - 1)] })
    const rules: readonly unknown[] = [
      { name: { eq: '\u0000' } },
      { '\u0000': { eq: 1 } },
      { __proto__x: { eq: 1 } },
      { constructor: { eq: 1 } },
      { amount: { eq: '\u0000' } },
      { 'id_owner.password': { eq: 'x' } },
      { due: { gte: { now: '+9999999999d' } } },
      { due: { gte: { now: '\u0000' } } },
      deep(25),
      [],
      'x',
      5,
      { any: [], all: [] },
      { kind: { regexp: '(a+)+$' } },
    ]
    for (const wrong of rules) {
      const asked = { ...alert, name: 'Mala', rule: wrong as JsonObject }
      const { status, body, text } = await at.call('root', 'POST', 'alerts/create', asked)
      const fields = Object.keys((body.errors ?? {}) as object)
      expect([status, fields], `${JSON.stringify(wrong).slice(0, 60)} ${text}`).toEqual([422, ['rule']])
    }
  })

  test('the fields that an alert is about and whom it tells are read by their names in files', async () => {
    const named = { ...alert, name: 'Por nombres', fields: 'due, amount', recipients: 'id_owner' }
    const id = Number((await call('alerts/create', named)).id)
    for (const [path, asked] of [
      ['alerts', { format: 'csv', columns: '*' }],
      [`alerts/${id}`, { export: 'csv' }],
    ] as const) {
      const { text } = await at.call('root', 'GET', path, asked)
      expect([text.includes('"Vence, Monto"'), text.includes('Encargado'), /id_owner|due/.test(text)], text).toEqual([
        true,
        true,
        false,
      ])
    }
    const { text } = await at.call('root', 'GET', 'alerts', {
      format: 'csv',
      headers: 'names',
      columns: 'id,recipients',
    })
    expect(text).toContain('id_owner')
  })

  test(
    'a condition is read as a sentence with its record, in lists, and in the activity before and after; ' +
      'nowhere as JSON',
    async () => {
      const id = Number((await call('alerts/create', { ...alert, rule })).id)
      expect(plain((await read(id)).rule__label)).toBe(AS_READ)
      for (const [path, asked] of [
        ['alerts', { format: 'csv' }],
        ['alerts', { format: 'html', columns: 'name,rule' }],
        [`alerts/${id}`, { export: 'csv' }],
      ] as const) {
        const { text } = await at.call('root', 'GET', path, asked)
        expect([asked, plain(text).includes(AS_READ), text.includes('kind')], text).toEqual([asked, true, false])
      }
      const { items } = (await at.call('root', 'GET', 'alerts')).body
      expect(plain((items as unknown as readonly JsonObject[]).find((one) => one.id === id)?.rule__label)).toBe(AS_READ)
      await call('alerts/create', { id, rule: { id_owner: { eq: at.ids.users.operator } } })
      // A record is called by its name, and not by its number.
      expect((await read(id)).rule__label).toMatch(/^Encargado es operator/)
      const { items: log } = (await at.call('root', 'GET', 'logs', { target: 'alerts', id_target: id })).body
      const lines = log as unknown as readonly { changes: readonly JsonObject[] }[]
      const changed = lines.flatMap(({ changes }) => changes.filter(({ field }) => field === 'rule'))
      expect(changed.map(({ from, to }) => [plain(from), plain(to)])).toEqual([
        [AS_READ, expect.stringMatching(/^Encargado es operator/) as unknown],
        ['null', AS_READ],
      ])
      expect(JSON.stringify(changed)).not.toContain('\\"')
    },
  )

  test('a condition that is not finished is refused at its field; one that no longer fits says so', async () => {
    const unfinished: readonly JsonObject[] = [
      { '\u0000': { eq: '\u0000' } },
      { all: [{ kind: { eq: 'big' } }, { amount: { gt: '\u0000' } }] },
      { 'amount\u0000': { gt: 'mil' } },
    ]
    for (const wrong of unfinished) {
      const input = { ...alert, name: 'Sin terminar', rule: wrong }
      const { status, body } = await at.call('root', 'POST', 'alerts/create', input)
      expect([status, body.errors]).toEqual([422, { rule: 'Complete la condición: elija lo que falta o quítela.' }])
    }
    const id = Number((await call('alerts/create', { ...alert, name: 'De antes', rule: { kind: { eq: 'big' } } })).id)
    await at.database.db
      .updateTable('alerts')
      .set({ rule: JSON.stringify({ gone: { eq: 1 } }) })
      .where('id', '=', id)
      .execute()
    expect((await read(id)).rule__label).toBe('Una condición que ya no corresponde a los datos.')
  })
})
