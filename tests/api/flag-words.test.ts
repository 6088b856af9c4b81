import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { importCalls, type ImportCalls } from './import-fixture'
import { tableOf } from './sheet-tables'

// The words are those of the project's own flag of this name.
const SCHEMAS = {
  services: {
    title: 'Servicio',
    required: ['code'],
    'x-represent': '{code}',
    properties: {
      code: { type: 'string', title: 'Clave', maxLength: 12, 'x-unique': true },
      scheduled: { 'x-type': 'flag', title: 'Cuándo', default: 0 },
      urgent: { 'x-type': 'flag', title: 'Urgente', default: 0 },
      note: { type: 'string', title: 'Nota', maxLength: 40, 'x-edit': { scheduled: { eq: 1 } } },
      lane: { type: 'string', title: 'Carril', maxLength: 40, 'x-edit': { urgent: { eq: 1 } } },
    },
  },
}
const HEADER = ['Clave', 'Cuándo', 'Urgente']

describe('a flag that has words of its own', () => {
  let at: TestApp
  let calls: ImportCalls
  beforeAll(async () => {
    at = await testApp({
      schemas: SCHEMAS,
      resources: { services: { import: { match: ['code'] }, list: { columns: ['code', 'scheduled', 'urgent'] } } },
      open: openOne,
    })
    calls = importCalls(at, 'services')
  })
  afterAll(() => at?.close())

  const bring = async (rows: readonly (readonly string[])[]) => {
    const staged = await calls.stage('root', rows, HEADER)
    const errors = staged.items.map(({ errors }) => errors ?? {})
    if (errors.every((one) => Object.keys(one).length === 0)) await calls.run('root', 'importSave', { id: staged.id })
    return errors
  }
  const kept = async () =>
    (
      (await at.call('root', 'GET', 'services', { order_col: 'code', order_dir: 'asc' })).body['items'] as JsonObject[]
    ).map(({ code, scheduled, urgent }) => [code, scheduled, urgent])
  const file = async (format: string, more: JsonObject = {}) => {
    const search = new URLSearchParams({
      format,
      order_col: 'code',
      order_dir: 'asc',
      columns: 'code,scheduled,urgent',
      ...(more as { [key: string]: string }),
    })
    const answer = await at.app.inject({
      method: 'GET',
      url: `/api/admin/services?${search.toString()}`,
      headers: { authorization: `Bearer ${await at.tokenFor('root')}` },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
  }

  test('is told by them where a rule looks at it', async () => {
    const { body } = await at.call('operator', 'POST', 'services/create', { code: 'Z', scheduled: 0, urgent: 0 })
    const told = async () =>
      (await at.call('operator', 'POST', 'services/create', { id: body.id ?? 0, note: 'a', lane: 'b' })).body.why
    expect(await told()).toEqual({
      note: 'Se puede cambiar solo si Cuándo es Programado.',
      lane: 'Se puede cambiar solo si Urgente es sí.',
    })
    await at.call('operator', 'POST', 'me/setLanguage', { language: 'en' })
    expect(await told()).toMatchObject({ note: expect.stringContaining('is Scheduled.') as string })
    expect((await at.call('root', 'POST', 'services/remove', { id: body.id ?? 0 })).status).toBe(200)
  })

  test('is read by them in each language, and still as yes and no, 1 and 0', async () => {
    const errors = await bring([
      ['A', 'Programado', 'Sí'],
      ['B', 'inmediato', 'No'],
      ['C', ' SCHEDULED ', '1'],
      ['D', 'Sí', '0'],
      ['E', 'No', 'sí'],
      ['F', '1', 'no'],
      ['G', '0', ''],
    ])
    expect(errors).toEqual([{}, {}, {}, {}, {}, {}, {}])
    expect(await kept()).toEqual([
      ['A', 1, 1],
      ['B', 0, 0],
      ['C', 1, 1],
      ['D', 1, 0],
      ['E', 0, 1],
      ['F', 1, 0],
      ['G', 0, 0],
    ])
    // The words of one flag are nothing to another, and what is no word at all is told.
    expect(
      await bring([
        ['H', 'Programado', 'Programado'],
        ['I', 'mañana', 'No'],
      ]),
    ).toMatchObject([{ urgent: expect.any(String) as string }, { scheduled: expect.any(String) as string }])
  })

  test('is written by them in every file for people, which brings the same back; programs keep 1 and 0', async () => {
    const before = await kept()
    const told = before.map(([code, scheduled, urgent]) => [code, scheduled === 1 ? 'Programado' : 'Inmediato', urgent])
    const text = Papa.parse<string[]>((await file('csv')).body.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
    expect(text).toEqual([HEADER, ...told.map((row) => row.map(String))])
    const { columns, rows: cells } = await tableOf((await file('xlsx')).rawPayload, { name: 'services.xlsx' })
    const sheet = [[...columns], ...cells.map(([, ...row]) => row.map(String))]
    expect(sheet).toEqual([HEADER, ...told.map((row) => [row[0], row[1], row[2] === 1 ? 'Sí' : 'No'])])
    expect((await file('html')).body).toMatch(/Programado[\s\S]*Inmediato/)
    expect((await file('csv', { headers: 'names' })).body).not.toContain('Programado')
    for (const rows of [text, sheet]) {
      const turned = rows.slice(1).map(([code = '', , urgent = '']) => [code, 'No', urgent])
      expect(await bring(turned)).toEqual(before.map(() => ({})))
      expect((await kept()).map(([, scheduled]) => scheduled)).toEqual(before.map(() => 0))
      expect(await bring(rows.slice(1))).toEqual(before.map(() => ({})))
      expect(await kept()).toEqual(before)
    }
  })

  test('is offered as a list in the file to fill in', async () => {
    const answer = await at.app.inject({
      method: 'GET',
      url: '/api/admin/services/importFormat',
      headers: { authorization: `Bearer ${await at.tokenFor('root')}` },
    })
    expect(answer.statusCode).toBe(200)
    const { rows } = await tableOf(answer.rawPayload, { name: 'format.xlsx', sheet: 'Valores' })
    expect(rows.map(([, ...cells]) => cells)).toEqual([['Inmediato'], ['Programado']])
  })
})
