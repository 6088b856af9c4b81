import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { importCalls } from './import-fixture'

const CARS = {
  cars: {
    title: 'Vehículo',
    type: 'object',
    required: ['plate'],
    'x-represent': '{plate}',
    'x-scope': { shared: true },
    properties: {
      plate: {
        type: 'string',
        title: 'Placa',
        'x-also': ['Matrícula'],
        pattern: '^([A-Z][A-Z0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9A-Z]{2})$',
        maxLength: 8,
        'x-case': 'upper',
        'x-shapes': ['A**-000', '0000-**'],
        'x-unique': true,
        'x-search': true,
      },
      phone: { 'x-type': 'phone', title: 'Teléfono', 'x-also': ['Celular'], 'x-search': true },
      mobile: { 'x-type': 'phone', 'x-home': '51', title: 'Móvil', 'x-unique': true, 'x-search': true },
      day: { type: 'string', format: 'date', title: 'Día', 'x-also': ['Vencimiento del SOAT'] },
      at: { type: 'string', format: 'date-time', title: 'Momento' },
    },
  },
}

oneEngine((_engine, open) => {
  let app: Promise<TestApp> | undefined
  const opened = () => (app ??= testApp({ open, schemas: CARS, resources: { cars: { import: { match: ['plate'] } } } }))
  const create = async (input: JsonObject) => (await opened()).call('root', 'POST', 'cars/create', input)
  const found = async (query: string) => {
    const { body } = await (await opened()).call('root', 'GET', 'cars', { query })
    return (body.items as unknown as readonly JsonObject[]).map(({ plate }) => plate)
  }

  test('a plate is one however it is written: in the form, in a file, in the search and among unique values', async () => {
    expect((await create({ plate: 'fb3 321', phone: '+51 999-888-777' })).status).toBe(200)
    expect((await create({ plate: 'FB3-321' })).body.errors).toMatchObject({ plate: expect.anything() })
    expect((await create({ plate: '13110a', phone: '955 111 222' })).status).toBe(200)
    const at = await opened()
    const view = await importCalls(at, 'cars').stage(
      'root',
      [
        ['DK2314', '987 654 321'],
        ['FB3321', '(01) 555-1234'],
      ],
      ['MATRICULA', 'celular'],
    )
    expect(view.columns.map(({ key }) => key)).toEqual(['plate', 'phone'])
    expect(view.counts).toMatchObject({ ok: 2, wrong: 0 })
    await importCalls(at, 'cars').run('root', 'importSave', { id: view.id })
    for (const typed of ['1311-0A', '13110A', '1311 0a', '1311.0A']) expect(await found(typed)).toEqual(['1311-0A'])
    expect(await found('dk2 314')).toEqual(['DK2-314'])
    expect(await found('FB3/321')).toEqual(['FB3-321'])
  })

  test('a telephone is found with and without the code of its country, however it is parted', async () => {
    await create({ plate: 'AAA-001', phone: '+51 944 333 222' })
    await create({ plate: 'AAA-002', phone: '966 555 444' })
    await create({ plate: 'AAA-003', mobile: '+51 1 765-4321' })
    for (const typed of ['+51 1 765', '(01) 765-4321', '+5117654321', '5117654321', '01 765 4321', '017654321'])
      expect([typed, await found(typed)]).toEqual([typed, ['AAA-003']])
    for (const typed of ['+51 94433', '+51 944', '944 33'])
      expect([typed, await found(typed)]).toEqual([typed, ['AAA-001']])
    for (const typed of [
      '944333222',
      '+51944333222',
      '(+51) 944 333 222',
      '(+51)944-333-222',
      '+51 944 333 222',
      '944-333-222',
      '51944333222',
      '944 333 222',
    ])
      expect(await found(typed)).toEqual(['AAA-001'])
    for (const typed of ['+51 966 555 444', '966555444', '+51966555444'])
      expect(await found(typed)).toEqual(['AAA-002'])
  })

  test('a mobile number of the house’s country is one with and without its code: in the form, in a file, in a filter and among unique values', async () => {
    const made = await create({ plate: 'AAB-001', mobile: '+51 933 222 111' })
    expect(made.body.item, JSON.stringify(made.body)).toMatchObject({ mobile: '933222111' })
    for (const mobile of ['933 222 111', '51933222111', '0051-933-222-111', '(+51) 933.222.111'])
      expect([mobile, (await create({ plate: 'AAB-002', mobile })).body.errors]).toEqual([
        mobile,
        { mobile: expect.any(String) as string },
      ])
    for (const mobile of ['+51 9332', '+51 933 222', '+51 93322211', '(+51) 933-22', '0051 933 222 111'])
      expect([
        mobile,
        (await (await opened()).call('root', 'GET', 'cars', { filters: { mobile } })).body.total,
      ]).toEqual([mobile, 1])
    expect((await create({ plate: 'AAB-003', mobile: '+52 55 1944 555 666' })).body.item).toMatchObject({
      mobile: '+52551944555666',
    })
    const at = await opened()
    const view = await importCalls(at, 'cars').stage(
      'root',
      [
        ['AAB-004', '+51 933-222-111'],
        ['AAB-005', '+51 (0)922 333 444'],
      ],
      ['placa', 'móvil'],
    )
    expect(view.counts).toMatchObject({ ok: 1, wrong: 1 })
    const { body } = await at.call('root', 'GET', 'cars', { filters: { mobile: '+51 933 222 111' } })
    expect((body.items as unknown as readonly JsonObject[]).map(({ plate }) => plate)).toEqual(['AAB-001'])
  })

  test('a head in another order of words, with signs or without small words, is the same field; what could be two is none', async () => {
    const at = await opened()
    const staged = async (...headers: string[]) => {
      const view = await importCalls(at, 'cars').stage('root', [headers.map(() => '')], headers)
      return view.file_columns.map(({ key }) => key)
    }
    expect(await staged('PLACA:', 'Soat vencimiento')).toEqual(['plate', 'day'])
    expect(await staged('placa', 'SOAT - Vencimiento', 'de la')).toEqual(['plate', 'day', null])
    expect(await staged('N° de placa', 'Vcto. SOAT', 'Nro. cel.')).toEqual(['plate', 'day', 'phone'])
    expect(await staged('Número', 'N.º', 'No placa')).toEqual([null, null, null])
    expect(await staged('placa', 'vencimiento_soat')).toEqual(['plate', 'day'])
    expect(await staged('placa', 'vencimiento')).toEqual(['plate', null])
  })

  test('days and moments of a file are read as the house writes them', async () => {
    const at = await opened()
    const rows = [
      ['BBB-001', '12/06/2028', '12/06/2028 03:30 PM'],
      ['BBB-002', '2-12-2028', '9 de enero de 2027, 15:00'],
      ['BBB-003', '16.02.28', '2028-02-16 08:30'],
      ['BBB-004', '9 de enero de 2027', '16.02.28 8:30'],
      ['BBB-005', '12/25/2026', '31/02/2027 10:00'],
    ]
    const view = await importCalls(at, 'cars').stage('root', rows, ['Placa', 'Día', 'Momento'])
    expect(view.items.map(({ errors }) => Object.keys(errors).sort())).toEqual([[], [], [], [], ['at', 'day']])
    // In the form in which the console shows them.
    expect(view.items[4]?.errors).toMatchObject({
      day: expect.stringMatching(/21\/11\/2026\.$/),
      at: expect.stringMatching(/21\/11\/2026 03:30 PM\.$/),
    })
    await importCalls(at, 'cars').run('root', 'importSave', { id: view.id })
    const { body } = await at.call('root', 'GET', 'cars', { query: 'BBB', order_col: 'plate', order_dir: 'asc' })
    expect((body.items as unknown as readonly JsonObject[]).map(({ day }) => day)).toEqual([
      '2028-06-12',
      '2028-12-02',
      '2028-02-16',
      '2027-01-09',
    ])
    expect(
      (body.items as unknown as readonly JsonObject[]).map(({ at: moment }) => String(moment).slice(14, 16)),
    ).toEqual(['30', '00', '30', '30'])
  })

  test('a value is given to wrong cells of one text, and a blank one wipes none', async () => {
    const at = await opened()
    const calls = importCalls(at, 'cars')
    const view = await calls.stage(
      'root',
      [
        ['CCC-001', 'ayer'],
        ['CCC-002', 'hoy'],
        ['CCC-003', 'ayer'],
      ],
      ['Placa', 'Día'],
    )
    const refused = await at.call('root', 'POST', 'cars/importAssign', { id: view.id, key: 'day', value: ' ' })
    expect([refused.status, refused.body.errors]).toMatchObject([422, { value: expect.anything() }])
    const given = await calls.run('root', 'importAssign', { id: view.id, key: 'day', value: '1/2/2027', was: 'ayer' })
    expect(given.items.map(({ cells, ok }) => [cells.day, ok])).toEqual([
      ['1/2/2027', true],
      ['hoy', false],
      ['1/2/2027', true],
    ])
  })
})
