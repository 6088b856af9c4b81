import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import { serveCall, type ServerFeature } from '#engine/server'

const STATES = [
  { value: '1', title: 'Borrador' },
  { value: '2', title: 'Emitida' },
  { value: '3', title: 'Pagada' },
  { value: '9', title: 'Anulada' },
]
const OWN = { state: { eq: '1' } }

/** Bills of series, with lines, as a schema says them. */
const BILLS: JsonObject = {
  title: 'Factura',
  required: ['name'],
  'x-scope': { shared: true, company: 'id_company' },
  'x-represent': '{name}',
  'x-flow': {
    field: 'state',
    start: '1',
    moves: {
      issue: {
        title: 'Emitir',
        icon: 'send',
        from: ['1'],
        to: '2',
        series: 'number',
        set: {
          date_issued: { now: '' },
          date_due: { now: '+15d' },
          id_issuer: { user: 'id' },
          billed: { field: 'amount' },
        },
      },
      complete: {
        title: 'Completar',
        icon: 'check_circle',
        from: ['2'],
        to: '3',
        right: 'complete',
        ask: { fields: ['date_paid', 'reference'], required: ['date_paid'] },
        when: { amount: { gt: 0 } },
      },
      void: {
        title: 'Anular',
        icon: 'block',
        from: ['1', '2'],
        to: '9',
        confirm: 'Ya no se podrá pagar.',
        tone: 'danger',
        ask: { fields: ['reason'], required: ['reason'] },
      },
    },
    locked: { 2: { edit: ['notes'] }, 3: { edit: [] }, 9: { edit: [], remove: true } },
  },
  properties: {
    number: {
      type: 'string',
      title: 'Número',
      maxLength: 20,
      'x-series': { format: 'F-{yyyy}-{n:4}', per: ['id_company'] },
    },
    name: { type: 'string', maxLength: 40 },
    id_company: { 'x-type': 'ref', 'x-to': 'companies' },
    id_issuer: { 'x-type': 'ref', 'x-to': 'users' },
    id_color: { 'x-type': 'ref', 'x-to': 'shades', 'x-on-delete': 'clear' },
    about: { 'x-type': 'ref-any', 'x-to': ['shades', 'places'], 'x-on-delete': 'clear' },
    state: { 'x-type': 'enum', title: 'Estado', 'x-values': STATES },
    amount: { 'x-type': 'money' },
    billed: { 'x-type': 'money' },
    date_issued: { type: 'string', format: 'date' },
    date_due: { type: 'string', format: 'date' },
    date_paid: { type: 'string', format: 'date', 'x-see': { state: { ne: '1' } } },
    reference: { type: 'string', maxLength: 20 },
    reason: { type: 'string', maxLength: 80 },
    notes: { type: 'string', maxLength: 80 },
    lines: { 'x-type': 'children', 'x-of': 'bill_lines', 'x-link': 'id_bill' },
  },
}
const SCHEMAS = {
  bills: BILLS,
  bill_lines: {
    title: 'Línea',
    required: ['text'],
    'x-scope': { shared: true },
    'x-represent': '{text}',
    properties: {
      id_bill: { 'x-type': 'ref', 'x-to': 'bills' },
      text: { type: 'string', maxLength: 40 },
      price: { 'x-type': 'money' },
    },
  },
}
/** A call that carries out two moves, and a hook that carries out one in the removal of what a bill is about. */
const settleCall = defineCall({
  method: 'POST',
  path: 'settle',
  access: 'session',
  request: Type.Object({ id: Type.Integer(), date_paid: Type.Optional(Type.String()) }),
  response: Type.Object({}),
})
const settle = serveCall(settleCall, async ({ records }, { id, ...answers }) =>
  records.write(async ({ move }) => {
    await move('bills', id, 'issue')
    await move('bills', id, 'complete', answers)
    return {}
  }),
)
const heard: string[] = []
const SETTLING: ServerFeature = {
  name: 'settling',
  needs: {},
  calls: [settle],
  hooks: [
    {
      entity: 'places',
      async afterRemove({ tx, writes, settings, platform, say }, { id, name }) {
        const gone = await tx
          .selectFrom('places')
          .select('date_deleted')
          .where('id', '=', Number(id))
          .executeTakeFirst()
        heard.push(
          `${String(gone?.date_deleted !== null)} ${String(settings.language)} ${platform} ${say('errors.NOT_FOUND').length > 0}`,
        )
        if (name === 'de una factura')
          await writes.move('bills', Number(await billOf(tx)), 'void', { reason: 'sin local' })
      },
    },
  ],
}
const billOf = async (
  tx: Parameters<NonNullable<NonNullable<ServerFeature['hooks']>[number]['afterRemove']>>[0]['tx'],
) => (await tx.selectFrom('bills').select('id').where('notes', '=', 'del local').executeTakeFirst())?.id
const RESOURCES = {
  bills: { title: 'Facturas', import: true },
  drafts: { entity: 'bills', title: 'Borradores', where: OWN },
}

oneEngine((_engine, open) => {
  describe('a flow', () => {
    let at: TestApp
    const post = (path: string, input: JsonObject = {}, role: Parameters<TestApp['call']>[0] = 'root') =>
      at.call(role, 'POST', path, input)
    const made = async (input: JsonObject = {}): Promise<JsonObject> =>
      (await post('bills/create', { name: 'Uno', amount: 100, ...input })).body.item as JsonObject
    const read = async (id: JsonObject['id'], role: Parameters<TestApp['call']>[0] = 'root') =>
      (await at.call(role, 'GET', `bills/${String(id)}`)).body.item as JsonObject
    const rest = async (method: string, path: string, payload?: JsonObject) =>
      at.request({
        method,
        url: `/api/rest/${path}`,
        token: await at.tokenFor('root'),
        payload: payload && JSON.stringify(payload),
      })
    const issued = async (input: JsonObject = {}) => {
      const { id = null } = await made(input)
      expect(await post('bills/issue', { id })).toMatchObject({ status: 200 })
      return id
    }
    beforeAll(async () => {
      at = await testApp({
        schemas: SCHEMAS,
        resources: RESOURCES,
        features: [SETTLING],
        open,
        now: () => new Date('2026-11-22T03:00:00.000Z'),
      })
    })

    test('begins every record at its start, and nothing but a move changes the state', async () => {
      const { id = null, state } = await made()
      expect(state).toBe('1')
      expect(await post('bills/create', { name: 'Dos', state: '1' })).toMatchObject({ status: 200 })
      expect(await post('bills/create', { name: 'Dos', state: '3' })).toMatchObject({
        status: 422,
        body: { errors: { state: expect.anything() } },
      })
      expect(await post('bills/create', { id, state: '3' })).toMatchObject({ status: 422 })
      expect(await rest('PUT', `bills/${String(id)}`, { state: '2' })).toMatchObject({ status: 422 })
      expect((await read(id)).state).toBe('1')
    })

    test('moves with a number of the series, and with the values that the move sets', async () => {
      const company = at.ids.companies.a
      const id = await issued({ id_company: company })
      const other = await issued({ id_company: company })
      expect(await read(id)).toMatchObject({
        state: '2',
        number: 'F-2026-0001',
        date_issued: '2026-11-21',
        date_due: '2026-12-06',
        id_issuer: at.ids.users.root,
        billed: 100,
      })
      expect(await read(other)).toMatchObject({ number: 'F-2026-0002' })
      // Who belongs to no company counts for itself, and a draft has no number.
      expect(await read(await issued())).toMatchObject({ number: 'F-2026-0001' })
      expect((await made()).number).toBeNull()
    })

    test('asks what it needs, and writes the answers whatever the state locks', async () => {
      const id = await issued()
      expect(await post('bills/complete', { id })).toMatchObject({
        status: 422,
        body: { errors: { date_paid: expect.anything() } },
      })
      expect(await post('bills/complete', { id, date_paid: '2026-11-20', reference: 'OP-1' })).toMatchObject({
        status: 200,
        body: { msg: 'Ahora está en «Pagada».' },
      })
      expect(await read(id)).toMatchObject({ state: '3', date_paid: '2026-11-20', reference: 'OP-1' })
      // What was not given stays as it was.
      const marked = await issued({ reference: 'OP-7' })
      expect(await post('bills/complete', { id: marked, date_paid: '2026-11-20' })).toMatchObject({ status: 200 })
      expect(await read(marked)).toMatchObject({ reference: 'OP-7' })
    })

    test('tells the second of two who moves a record who was first, and leaves the record alone', async () => {
      const { id = null } = await made()
      const both = await Promise.all([post('bills/issue', { id }), post('bills/issue', { id }, 'operator')])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const late = both.find(({ status }) => status === 409)?.body ?? {}
      expect(late).toMatchObject({
        code: 'CONFLICT',
        conflict: {
          state: '2',
          by: both[0]?.status === 200 ? 'root Prueba' : 'operator Prueba',
          at: expect.any(String),
        },
      })
      expect(late['msg']).toContain(String((late['conflict'] as JsonObject).by))
    })

    test('names nobody who moved a record where it stands as it was made', async () => {
      const { id = null } = await made()
      const early = await post('bills/complete', { id, date_paid: '2026-11-22' })
      expect(early).toMatchObject({ status: 409, body: { code: 'CONFLICT', conflict: { state: '1', by: null } } })
      expect(early.body['msg']).toMatch(/^En «[^»]+» no se puede: .+\. Ahora se puede: .+\.$/)
      // Who moved it before is no cause of what never led from there either.
      await post('bills/void', { id, reason: 'Prueba' })
      const late = await post('bills/complete', { id, date_paid: '2026-11-22' })
      expect(late).toMatchObject({
        status: 409,
        body: { msg: expect.stringMatching(/^En «[^»]+» no se puede: Completar\.$/), conflict: { by: null, at: null } },
      })
    })

    test('refuses a record that has changed since it was read', async () => {
      const { id = null, version = null } = await made()
      await post('bills/create', { id, amount: 5 })
      expect(await post('bills/issue', { id, version })).toMatchObject({ status: 409 })
      expect((await read(id)).state).toBe('1')
    })

    test('locks what the state says in every way of writing', async () => {
      const lines = [{ text: 'Viajes', price: 100 }]
      const { id = null } = await made({ lines })
      const item = await read(id)
      const [line = {}] = item.lines as JsonObject[]
      await post('bills/issue', { id })
      expect(await post('bills/create', { id, amount: 5 })).toMatchObject({
        status: 422,
        body: { errors: { amount: expect.anything() }, why: { amount: expect.stringContaining('Estado') } },
      })
      expect(await rest('PUT', `bills/${String(id)}`, { name: 'Otra' })).toMatchObject({ status: 422 })
      expect(await post('bills/create', { id, lines: [{ ...line, price: 1 }] })).toMatchObject({
        status: 422,
        body: { errors: { lines: expect.anything() } },
      })
      // Its lines in their own catalogue: changed, added, taken away, moved to it, removed.
      const locked = { status: 422, body: { errors: { id_bill: expect.stringContaining('Emitida') } } }
      expect(await post('bill_lines/create', { id: line.id ?? null, price: 1 })).toMatchObject(locked)
      expect(await post('bill_lines/create', { text: 'Otra', id_bill: id })).toMatchObject(locked)
      expect(
        await post('bill_lines/create', { id: line.id ?? null, id_bill: (await made()).id ?? null }),
      ).toMatchObject(locked)
      expect(await rest('PUT', `bill_lines/${String(line.id)}`, { price: 1 })).toMatchObject({ status: 422 })
      const free = (await post('bill_lines/create', { text: 'Suelta', id_bill: (await made()).id ?? null })).body
        .item as JsonObject
      expect(await post('bill_lines/create', { id: free.id ?? null, id_bill: id })).toMatchObject(locked)
      expect(await post('bill_lines/remove', { id: line.id ?? null })).toMatchObject({
        status: 409,
        body: { code: 'LOCKED' },
      })
      expect(await post('bills/remove', { id })).toMatchObject({
        status: 409,
        body: { code: 'LOCKED', msg: 'En «Emitida» no se puede eliminar.' },
      })
      expect(await post('bills/remove', { ids: [id] })).toMatchObject({
        status: 409,
        body: { results: [{ ok: false }] },
      })
      // What it leaves open stays open, and an unchanged echo is no change.
      expect(await post('bills/create', { id, notes: 'Enviada', amount: 100 })).toMatchObject({ status: 200 })
      expect(await read(id)).toMatchObject({
        state: '2',
        amount: 100,
        name: 'Uno',
        notes: 'Enviada',
        lines: [{ text: 'Viajes', price: 100 }],
      })
    })

    test('keeps a reference that a locked record has from being emptied with what it refers to', async () => {
      const color =
        ((await post('shades/create', { name: 'Verde', code: '#00aa33' })).body.item as JsonObject).id ?? null
      const id = await issued({ id_color: color })
      const other =
        ((await post('shades/create', { name: 'Azul', code: '#0000aa' })).body.item as JsonObject).id ?? null
      await issued({ about: { kind: 'shades', id: other } })
      expect(await post('shades/remove', { id: other })).toMatchObject({
        status: 409,
        body: { code: 'IN_USE', msg: expect.stringContaining('Emitida') },
      })
      expect(await post('shades/remove', { id: color })).toMatchObject({
        status: 409,
        body: { code: 'IN_USE', msg: expect.stringContaining('Emitida') },
      })
      expect((await read(id)).id_color).toBe(color)
      await post('bills/void', { id, reason: 'No' })
      expect(await post('bills/remove', { id })).toMatchObject({ status: 200 })
      expect(await post('shades/remove', { id: color })).toMatchObject({ status: 200 })
    })

    test('needs its rule, its right and a record of the asker', async () => {
      const free = await issued({ amount: 0 })
      expect(await post('bills/complete', { id: free, date_paid: '2026-11-20' })).toMatchObject({
        status: 403,
        body: { why: expect.any(String) },
      })
      const id = await issued()
      const paid = { id, date_paid: '2026-11-20' }
      expect(await post('bills/complete', paid, 'reader')).toMatchObject({ status: 403 })
      expect(await post('bills/complete', paid, 'companyB')).toMatchObject({ status: 403 })
      // A role that edits everything, but not this.
      const [role] = await at.database.db
        .selectFrom('users')
        .select('id_role')
        .where('id', '=', at.ids.users.operator)
        .execute()
      const [module] = await at.database.db
        .selectFrom('modules')
        .select('id')
        .where('key', '=', 'bills.complete')
        .execute()
      await at.database.db
        .insertInto('role_modules')
        .values({ id_role: role?.['id_role'], id_module: module?.['id'], see: false, edit: false })
        .execute()
      at.runtime.changed('role_modules')
      expect(await post('bills/complete', paid, 'operator')).toMatchObject({
        status: 403,
        body: { why: 'Su rol no tiene el permiso «Completar».' },
      })
      expect(await post('bills/issue', { id: (await made()).id ?? null }, 'operator')).toMatchObject({ status: 200 })
      expect(await post('bills/issue', { id: 999_999 })).toMatchObject({ status: 404 })
      expect(await at.call('root', 'GET', 'bills/issue', { id })).toMatchObject({ status: 405 })
      expect(await post('bills/issue', { id }, null)).toMatchObject({ status: 401 })
    })

    test('moves chosen records and all that a filter finds, each refused for itself', async () => {
      const [first, second] = [await made({ name: 'Lote' }), await made({ name: 'Lote' })]
      await post('bills/issue', { id: second.id ?? null })
      expect((await post('bills/issue', { ids: [first.id ?? null, second.id ?? null] })).body).toMatchObject({
        results: [{ ok: true }, { ok: false, code: 'CONFLICT' }],
      })
      await made({ name: 'Lote' })
      const all = await post('bills/void', {
        all: true,
        filters: { name: 'Lote', state: '1' },
        expected: 1,
        reason: 'Cierre',
      })
      expect(all.body).toMatchObject({ total: 1, done: 1, refused: 0 })
    })

    test('takes a record out of the catalogue that offers the move', async () => {
      const { id = null } = await made()
      expect(await post('drafts/issue', { id })).toMatchObject({ status: 200 })
      expect((await read(id)).state).toBe('2')
      expect(await post('drafts/void', { id, reason: 'No' })).toMatchObject({ status: 404 })
    })

    test('is a call for other programs, which its description names', async () => {
      const id = await issued()
      expect(await rest('POST', `bills/${String(id)}/complete`, {})).toMatchObject({
        status: 422,
        body: { errors: { date_paid: expect.anything() } },
      })
      expect(await rest('POST', `bills/${String(id)}/complete`, { date_paid: '2026-11-20' })).toMatchObject({
        status: 200,
        body: { id, state: '3' },
      })
      expect(await rest('POST', `bills/${String(id)}/complete`, { date_paid: '2026-11-20' })).toMatchObject({
        status: 409,
        body: { conflict: { state: '3' } },
      })
      expect(await rest('POST', `bills/${String(id)}/fly`, {})).toMatchObject({ status: 404 })
      const draft = (await made()).id ?? null
      expect(await rest('POST', `drafts/${String(draft)}/issue`, {})).toMatchObject({
        status: 200,
        body: { state: '2' },
      })
      const { body } = await rest('GET', 'openapi.json')
      expect((body.paths as JsonObject)['/bills/{id}/complete']).toMatchObject({
        post: {
          operationId: 'bills_complete',
          requestBody: { content: { 'application/json': { schema: { required: ['date_paid'] } } } },
        },
      })
    })

    test('says of which of its moves something is lost, to the menu as to the question', async () => {
      const { body } = await at.call('root', 'GET', 'model/now')
      const { bills } = (body['model'] as unknown as Model).resources
      expect(bills?.actions.filter(({ tone }) => tone === 'danger')).toMatchObject([
        { id: 'void', ask: { tone: 'danger' } },
      ])
    })

    test('is a line of the activity by its title, and a right that roles give', async () => {
      const id = await issued()
      const { body } = await at.call('root', 'GET', 'logs', { target: 'bills', id_target: id })
      expect((body.items as JsonObject[])[0]).toMatchObject({ type_log: 'issue', type_log_name: 'Emitir' })
      const modules = await at.database.db
        .selectFrom('modules')
        .select(['key', 'name', 'url'])
        .where('key', '=', 'bills.complete')
        .execute()
      expect(modules).toMatchObject([{ name: 'Facturas: Completar', url: null }])
      expect(await at.call('root', 'GET', 'bills/why', { action: 'edit', id, field: 'state' })).toMatchObject({
        body: { allowed: false, why: expect.stringContaining('Emitir, Completar, Anular') },
      })
    })

    test('is moved by a feature as by its button, all moves or none; a hook moves in the write that it belongs to', async () => {
      const { id = null } = await made()
      expect(await post('settle', { id })).toMatchObject({
        status: 422,
        body: { errors: { date_paid: expect.any(String) as string } },
      })
      expect(await read(id)).toMatchObject({ state: '1', number: null })
      expect((await post('settle', { id, date_paid: '2026-11-22' }, 'reader')).status).toBe(403)
      expect(await post('settle', { id, date_paid: '2026-11-22' })).toMatchObject({ status: 200 })
      expect(await read(id)).toMatchObject({ state: '3', date_paid: '2026-11-22' })
      const logs = await at.database.db
        .selectFrom('logs')
        .select('type_log')
        .where('target', '=', 'bills')
        .where('id_target', '=', Number(id))
        .orderBy('id')
        .execute()
      expect(logs.map(({ type_log }) => type_log)).toEqual(['create', 'issue', 'complete'])
      expect((await post('settle', { id, date_paid: '2026-11-22' })).status).toBe(409)
      const other = (await made({ notes: 'del local' })).id ?? null
      const place = (await post('places/create', { name: 'de una factura' })).body.id ?? null
      expect(await post('places/remove', { id: place })).toMatchObject({ status: 200 })
      expect([await read(other), heard.at(-1)]).toMatchObject([{ state: '9', reason: 'sin local' }, 'true es web true'])
    })
  })
})
