import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { isUnderWay, type ImportView } from '../../src/model/import-answer'
import { oneEngine } from '../engines'
import { multipart } from '../multipart'
import { testApp, type TestApp } from './fixture-app'

const named = (more: JsonObject = {}): JsonObject => ({
  title: 'X',
  type: 'object',
  required: ['name'],
  'x-scope': { shared: true },
  properties: { name: { type: 'string', maxLength: 40, 'x-search': true }, hidden: { type: 'boolean', default: 0 } },
  ...more,
})
const SCHEMAS = {
  payers: named({
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', maxLength: 40, 'x-search': true },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
    },
  }),
  cars: named(),
  bills: {
    title: 'Cuenta',
    type: 'object',
    required: ['name'],
    'x-scope': { shared: true },
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 40, 'x-unique': true },
      owner: {
        'x-type': 'ref-any',
        title: 'De quién',
        'x-to': ['payers', 'open_cars'],
        'x-flat': { kind: 'owner_kind', id: 'owner_id' },
      },
      other: { 'x-type': 'ref-any', title: 'Otro', 'x-to': ['payers', 'cars'], 'x-on-delete': 'clear' },
      plate: { type: 'string', title: 'Placa', 'x-see': { 'owner.kind': { eq: 'open_cars' } } },
      note: { type: 'string', title: 'Nota', 'x-require': { owner: { isNull: false } } },
    },
  },
}
const RESOURCES = {
  payers: { title: 'Pagadores' },
  cars: { title: 'Autos' },
  open_cars: { title: 'Autos libres', entity: 'cars', where: { hidden: { eq: 0 } } },
  bills: {
    title: 'Cuentas',
    list: { columns: ['name', 'owner'] },
    filters: ['name', 'owner', 'owner.kind', 'other'],
    import: { columns: ['name', 'owner', 'note'], match: ['name'] },
    export: ['csv'],
  },
}

oneEngine((_engine, open) => {
  describe('a reference to one of several catalogues', () => {
    let at: TestApp
    let ids: { payer: number; theirs: number; car: number; gone: number }
    const make = async (path: string, input: JsonObject): Promise<number> => {
      const { status, text, body } = await at.call('root', 'POST', `${path}/create`, input)
      expect(status, text).toBe(200)
      return Number((body.item as JsonObject).id)
    }
    const bill = async (input: JsonObject): Promise<JsonObject> => {
      const { status, body, text } = await at.call('root', 'POST', 'bills/create', { note: 'n', ...input })
      expect(status, text).toBe(200)
      return body.item as JsonObject
    }
    const names = async (query: JsonObject, role: 'root' | 'companyA' = 'root') => {
      const { body, text } = await at.call(role, 'GET', 'bills', { order_col: 'name', ...query })
      return Array.isArray(body.items) ? (body.items as unknown as JsonObject[]).map(({ name }) => name) : text
    }
    beforeAll(async () => {
      at = await testApp({ open, schemas: SCHEMAS, resources: RESOURCES })
      ids = {
        payer: await make('payers', { name: 'María Paz', id_company: at.ids.companies.a }),
        theirs: await make('payers', { name: 'Otra', id_company: at.ids.companies.b }),
        car: await make('cars', { name: 'Auto rojo' }),
        gone: await make('cars', { name: 'Auto oculto', hidden: 1 }),
      }
    })
    afterAll(() => at?.close())

    test("is kind and id on the wire with the record's name, whole, in parts or as a text", async () => {
      const owner = { kind: 'payers', id: ids.payer }
      expect(await bill({ name: 'a', owner })).toMatchObject({
        owner,
        owner_kind: 'payers',
        owner_id: ids.payer,
        owner__label: 'María Paz',
      })
      expect(await bill({ name: 'b', owner: `open_cars:${ids.car}` })).toMatchObject({
        owner: { kind: 'open_cars', id: ids.car },
        owner__label: 'Auto rojo',
      })
      expect(await bill({ name: 'c', owner_kind: 'payers', owner_id: ids.theirs })).toMatchObject({
        owner__label: 'Otra',
      })
      expect(await bill({ name: 'd' })).toMatchObject({ owner: null, owner__label: null, owner_kind: null })
    })

    test("names only what there is, in its catalogue and within the asker's scope", async () => {
      const refused = async (owner: Json, role: 'root' | 'companyA' = 'root') =>
        (await at.call(role, 'POST', 'bills/create', { name: 'z', note: 'n', owner })).body
      const wrong: readonly Json[] = [
        { kind: 'payers', id: 9999 },
        { kind: 'open_cars', id: ids.gone },
        { kind: 'cars', id: ids.car },
        { kind: 'roles', id: 1 },
        { kind: 'payers' },
        7,
        'Ana',
        { kind: 'payers', id: ids.payer, more: 1 },
      ]
      for (const owner of wrong) {
        expect(await refused(owner), JSON.stringify(owner)).toMatchObject({
          code: 'VALIDATION',
          errors: { owner: expect.any(String) },
        })
      }
      expect(await refused({ kind: 'payers', id: ids.theirs }, 'companyA')).not.toMatchObject({ ok: true })
    })

    test('is filtered by a record, by several, by kind and by having none; sorted', async () => {
      expect(await names({ filters: JSON.stringify({ owner: `payers:${ids.payer}` }) })).toEqual(['a'])
      expect(await names({ filters: JSON.stringify({ owner: { kind: 'payers', id: ids.payer } }) })).toEqual(['a'])
      expect(
        await names({ filters: JSON.stringify({ owner: [`payers:${ids.payer}`, `open_cars:${ids.car}`] }) }),
      ).toEqual(['a', 'b'])
      expect(await names({ filters: JSON.stringify({ 'owner.kind': 'payers' }) })).toEqual(['a', 'c'])
      expect(await names({ filters: JSON.stringify({ 'owner.kind': ['payers', 'open_cars'] }) })).toEqual([
        'a',
        'b',
        'c',
      ])
      expect(await names({ filters: JSON.stringify({ owner: null }) })).toEqual(['d'])
      expect(await names({ 'owner.kind': 'open_cars' })).toEqual(['b'])
      expect((await at.call('root', 'GET', 'bills', { order_col: 'owner', order_dir: 'asc' })).status).toBe(200)
    })

    test('answers rules by its kind and by being there', async () => {
      expect(
        Object.keys(await bill({ name: 'e', owner: { kind: 'payers', id: ids.payer }, plate: 'X' })),
      ).not.toContain('plate')
      expect(await bill({ name: 'f', owner: { kind: 'open_cars', id: ids.car }, plate: 'X' })).toMatchObject({
        plate: 'X',
      })
      expect(
        (await at.call('root', 'POST', 'bills/create', { name: 'g', owner: { kind: 'payers', id: ids.payer } })).body,
      ).toMatchObject({ errors: { note: expect.any(String) } })
    })

    test('keeps what it names from being removed, or is emptied', async () => {
      const car = await make('cars', { name: 'Auto azul' })
      const { id } = await bill({ name: 'h', other: { kind: 'cars', id: car } })
      expect((await at.call('root', 'POST', 'payers/remove', { id: ids.payer })).body).toMatchObject({
        code: 'IN_USE',
        msg: expect.stringContaining('Cuentas'),
      })
      expect((await at.call('root', 'POST', 'cars/remove', { id: car })).status).toBe(200)
      expect((await at.call('root', 'GET', `bills/${String(id)}`)).body.item).toMatchObject({ other: null, version: 2 })
    })

    test('follows a merge, and comes back with what was removed', async () => {
      const [gone, kept] = [await make('cars', { name: 'Doble' }), await make('cars', { name: 'Único' })]
      const { id } = await bill({
        name: 'm',
        owner: { kind: 'open_cars', id: gone },
        other: { kind: 'payers', id: ids.payer },
      })
      const other = await bill({ name: 'n', other: { kind: 'cars', id: gone } })
      const itemOf = async (of: Json | undefined) => (await at.call('root', 'GET', `bills/${String(of)}`)).body.item
      expect((await at.call('root', 'POST', 'cars/merge', { id: gone, into: kept })).text).toContain('"ok":true')
      expect(await itemOf(id)).toMatchObject({
        owner: { kind: 'open_cars', id: kept },
        other: { kind: 'payers', id: ids.payer },
      })
      expect(await itemOf(other.id)).toMatchObject({ other: { kind: 'cars', id: kept }, other__label: 'Único' })
      const last = await make('cars', { name: 'Último' })
      const third = await bill({ name: 'o', other: { kind: 'cars', id: last } })
      const removed = (await at.call('root', 'POST', 'cars/remove', { id: last })).body
      expect(await itemOf(third.id)).toMatchObject({ other: null })
      const undone = await at.call('root', 'POST', 'cars/undo', {
        run: (removed.undo as JsonObject | undefined)?.run ?? null,
      })
      expect(undone.status, JSON.stringify([removed, undone.body])).toBe(200)
      expect(await itemOf(third.id)).toMatchObject({ other: { kind: 'cars', id: last } })
    })

    test('is named in files with its catalogue, and found again by that', async () => {
      const csv = (
        await at.call('root', 'GET', 'bills', {
          format: 'csv',
          columns: 'name,owner',
          order_col: 'name',
          headers: 'labels',
        })
      ).text
      expect(csv).toContain('Pagadores: María Paz')
      expect(csv).toContain('Autos libres: Auto rojo')
      const exact = (await at.call('root', 'GET', 'bills', { format: 'csv', headers: 'names', order_col: 'name' })).text
      expect(exact).toContain(`payers:${ids.payer}`)
      const cars = await make('cars', { name: 'Otra' })
      const { headers, payload } = multipart(
        `name,owner,note\ni1,pagadores: maria paz,n\ni2,Auto rojo,n\ni3,open_cars:${ids.car},n\ni4,Nadie,n\ni5,Otra,n\ni6,Autos libres: Otra,n\n`,
        'cuentas.csv',
      )
      const upload = await at.app.inject({
        method: 'POST',
        url: '/api/admin/bills/importVerify',
        headers: { ...headers, authorization: `Bearer ${await at.tokenFor('root')}` },
        payload,
      })
      const verified = await settled(upload.json())
      expect(verified.items.map(({ errors }) => Object.keys(errors))).toEqual([[], [], [], ['owner'], ['owner'], []])
      await settled(
        (await at.call('root', 'POST', 'bills/importSave', { id: verified.id })).body as unknown as ImportView,
      )
      const { items } = (
        await at.call('root', 'GET', 'bills', {
          filters: JSON.stringify({ name: { in: ['i1', 'i2', 'i3', 'i6'] } }),
          order_col: 'id',
        })
      ).body
      expect((items as unknown as JsonObject[]).map(({ owner }) => owner)).toEqual([
        { kind: 'payers', id: ids.payer },
        { kind: 'open_cars', id: ids.car },
        { kind: 'open_cars', id: ids.car },
        { kind: 'open_cars', id: cars },
      ])
    })

    test("is told in the log by the record's name, and described to programs", async () => {
      const { id } = await bill({ name: 'j', owner: { kind: 'payers', id: ids.payer } })
      await bill({ id: id ?? 0, owner: { kind: 'open_cars', id: ids.car } })
      const [line] = (await at.call('root', 'GET', 'logs', { target: 'bills', id_target: id ?? 0 })).body
        .items as unknown as JsonObject[]
      expect(line?.changes).toContainEqual(
        expect.objectContaining({ field: 'owner', from: 'María Paz', to: 'Auto rojo' }),
      )
      const { text } = await at.request({
        method: 'GET',
        url: '/api/rest/openapi.json',
        token: await at.tokenFor('root'),
      })
      expect(text).toContain('"kind":{"type":"string","enum":["payers","open_cars"]}')
    })

    const settled = async (first: ImportView): Promise<ImportView> => {
      for (let view = first; ; ) {
        if (!isUnderWay(view.state)) return view
        await sleep(20)
        view = (await at.call('root', 'GET', 'bills/importRows', { id: view.id })).body as unknown as ImportView
      }
    }
  })
})
