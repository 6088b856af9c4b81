import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { visibleModel } from '../../src/model/visible/visible-model'
import { loadActor } from '../../src/server/language/actor/actor'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  buttons: {
    title: 'Botón',
    type: 'object',
    required: ['name'],
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', maxLength: 40 },
      appearance: {
        'x-type': 'object',
        title: 'Apariencia',
        required: ['text'],
        properties: {
          text: { type: 'string', title: 'Texto', maxLength: 10 },
          border: {
            'x-type': 'object',
            title: 'Borde',
            properties: {
              width: { type: 'integer', title: 'Ancho', minimum: 0, default: 1 },
              color: { 'x-type': 'color', title: 'Color' },
              shadow: { type: 'boolean', title: 'Sombra' },
            },
          },
        },
      },
      place: {
        'x-type': 'object',
        title: 'Lugar',
        properties: {
          zone: { type: 'string', title: 'Zona', default: 'A' },
          since: { type: 'string', format: 'date', title: 'Desde' },
        },
      },
      hint: { type: 'string', title: 'Ayuda', 'x-require': { 'appearance.border.width': { gt: 5 } } },
    },
    'x-checks': [
      {
        id: 'thin',
        assert: { 'appearance.border.width': { lte: 20 } },
        when: { 'appearance.border.width': { isNull: false } },
        at: 'name',
        say: 'pattern',
      },
    ],
  },
}
const RESOURCES = {
  buttons: {
    title: 'Botones',
    list: {
      columns: ['name', 'appearance.border.width', { f: 'appearance.border.color', title: 'Tono' }],
      details: ['appearance'],
    },
    filters: ['name', 'appearance.border.width', 'appearance.text', 'place.since'],
    form: { rows: [['name'], ['appearance'], ['place'], ['hint']] },
    export: ['csv', 'html'],
  },
  thick: { title: 'Gruesos', entity: 'buttons', where: { 'appearance.border.width': { gte: 3 } } },
}

oneEngine((_engine, open) => {
  describe('a compound field', () => {
    let at: TestApp
    const save = (input: JsonObject) => at.call('root', 'POST', 'buttons/create', input)
    const saved = async (input: JsonObject): Promise<JsonObject> => {
      const { status, body, text } = await save(input)
      expect(status, text).toBe(200)
      return body.item as JsonObject
    }
    const found = async (filters: JsonObject, endpoint = 'buttons') => {
      const { body, text } = await at.call('root', 'GET', endpoint, {
        filters: JSON.stringify(filters),
        order_col: 'name',
      })
      return Array.isArray(body.items) ? (body.items as unknown as JsonObject[]).map(({ name }) => name) : text
    }
    beforeAll(async () => {
      at = await testApp({ open, schemas: SCHEMAS, resources: RESOURCES })
    })
    afterAll(() => at?.close())

    test('is replaced as a whole, filled from the defaults within, and emptied by null', async () => {
      const one = await saved({
        name: 'a',
        appearance: { text: ' Hola ', border: { width: '4', color: '#FF0000', shadow: true } },
      })
      expect(one).toMatchObject({
        appearance: { text: 'Hola', border: { width: 4, color: '#ff0000', shadow: 1 } },
        place: { zone: 'A', since: null },
      })
      expect(await saved({ id: one.id ?? 0, appearance: { text: 'Más' } })).toMatchObject({
        appearance: { text: 'Más', border: { width: 1, color: null } },
        place: { zone: 'A' },
      })
      expect(await saved({ id: one.id ?? 0, appearance: { text: 'Más', border: null } })).toMatchObject({
        appearance: { text: 'Más', border: null },
      })
      expect(await saved({ id: one.id ?? 0, appearance: null })).toMatchObject({ appearance: null, name: 'a' })
      expect(await saved({ id: one.id ?? 0, appearance: { text: '', border: null } })).toMatchObject({
        appearance: null,
      })
    })

    test('says what is wrong at the value within', async () => {
      const errors = async (appearance: Json) =>
        Object.keys((await save({ name: 'x', appearance })).body.errors ?? {}).sort()
      expect(await errors({ border: { width: -1, color: 'rojo' } })).toEqual([
        'appearance.border.color',
        'appearance.border.width',
        'appearance.text',
      ])
      expect(await errors({ text: 'demasiado largo' })).toEqual(['appearance.text'])
      expect(await errors({ text: 'a', other: 1 })).toEqual(['appearance'])
      expect(await errors('grande')).toEqual(['appearance'])
    })

    test('is asked by rules and filters at what it holds', async () => {
      await saved({
        name: 'b',
        appearance: { text: 'b', border: { width: 3 } },
        place: { zone: 'B', since: '2026-02-03' },
      })
      await saved({ name: 'c', appearance: { text: 'Ce', border: { width: 12 } }, hint: 'sí' })
      expect((await save({ name: 'd', appearance: { text: 'd', border: { width: 6 } } })).body).toMatchObject({
        errors: { hint: expect.any(String) },
      })
      expect(
        (await save({ name: 'd', hint: 'x', appearance: { text: 'd', border: { width: 21 } } })).body,
      ).toMatchObject({ errors: { name: expect.any(String) } })
      expect(await found({ 'appearance.border.width': { gte: 3 } })).toEqual(['b', 'c'])
      expect(await found({ 'appearance.border.width': 12 })).toEqual(['c'])
      expect(await found({ 'appearance.text': 'ce' })).toEqual(['c'])
      expect(await found({ 'place.since': { lt: '2026-03-01' } })).toEqual(['b'])
      expect(await found({ 'place.since': null })).not.toContain('b')
      expect(await found({}, 'thick')).toEqual(['b', 'c'])
      expect(
        (await at.call('root', 'GET', 'buttons', { filters: JSON.stringify({ 'appearance.border.wdth': 1 }) })).body,
      ).toMatchObject({ code: 'FILTER_UNKNOWN' })
    })

    test('reads nothing of another kind that is stored', async () => {
      const { id } = await saved({ name: 'e', appearance: { text: 'e', border: { width: 1 } } })
      await at.database.db
        .updateTable('buttons')
        .set({ appearance: JSON.stringify({ text: 'e', border: { width: 'ancho' } }) })
        .where('id', '=', id)
        .execute()
      expect(await found({ 'appearance.border.width': { gte: 0 } })).not.toContain('e')
    })

    test('shows a value within as a column of the list: read, sorted, in files under its title, and in the model where a filter names it', async () => {
      await saved({ name: 'm', appearance: { text: 'm', border: { width: 30, color: '#00ff00' } } }).catch(() => null)
      const widths = async (direction: string) =>
        (
          (
            await at.call('root', 'GET', 'buttons', {
              order_col: 'appearance.border.width',
              order_dir: direction,
              limit: 100,
            })
          ).body.items as unknown as JsonObject[]
        ).map(({ appearance }) => ((appearance as JsonObject | null)?.border as JsonObject | null)?.width ?? null)
      const rising = await widths('asc')
      const numbers = rising.filter((one) => typeof one === 'number')
      expect(numbers.length).toBeGreaterThan(1)
      // Empty values, and one that is none, come last.
      expect(rising).toEqual([...[...numbers].sort((a, b) => Number(a) - Number(b)), ...rising.slice(numbers.length)])
      expect(await widths('desc')).toEqual([...rising].reverse())
      const html = (await at.call('root', 'GET', 'buttons', { format: 'html' })).text
      expect(html).toMatch(/Apariencia · Borde · Ancho[\s\S]*Tono/)
      expect(html).toContain('>12<')
      const actor = await loadActor(at.database.db, at.runtime, at.ids.users.root)
      const { list, filters } =
        visibleModel(at.metadata.model(), actor ?? expect.fail()).resources.buttons ?? expect.fail()
      expect(list.columns.map(({ f }) => f)).toEqual(['name', 'appearance.border.width', 'appearance.border.color'])
      expect(filters.map(({ f }) => f)).toEqual(['name', 'appearance.border.width', 'appearance.text', 'place.since'])
    })

    test('is columns of a file, lines of the log and a nested description', async () => {
      const csv = (
        await at.call('root', 'GET', 'buttons', {
          format: 'csv',
          headers: 'labels',
          columns: 'name,appearance',
          order_col: 'name',
        })
      ).text
      expect(csv).toContain('Apariencia · Texto,Apariencia · Borde · Ancho,Tono')
      expect(csv).toMatch(/^c,Ce,12,/m)
      const { id } = await saved({ name: 'f', appearance: { text: 'f', border: { width: 2, shadow: 0 } } })
      await saved({ id: id ?? 0, appearance: { text: 'f', border: { width: 3, shadow: 1 } } })
      const [line] = (await at.call('root', 'GET', 'logs', { target: 'buttons', id_target: id ?? 0 })).body
        .items as unknown as JsonObject[]
      expect(line?.changes).toEqual([
        { field: 'appearance.border.width', label: 'Apariencia · Borde · Ancho', from: '2', to: '3' },
        { field: 'appearance.border.shadow', label: 'Apariencia · Borde · Sombra', from: 'No', to: 'Sí' },
      ])
      const { text } = await at.request({
        method: 'GET',
        url: '/api/rest/openapi.json',
        token: await at.tokenFor('root'),
      })
      expect(text).toContain('"required":["text"]')
      expect(text).toContain('"width":{"title":"Ancho","type":["integer","null"],"minimum":0}')
    })
  })
})
