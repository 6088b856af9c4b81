import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { Readings, MAX_OPEN, MAX_WAITING } from '../../src/server/work/import/readings'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { importCalls } from './import-fixture'

const SCHEMAS = {
  tongues: {
    title: 'Idioma',
    type: 'object',
    required: ['name'],
    'x-key': { maxLength: 2, pattern: '^[a-z]{2}$' },
    'x-represent': '{name}',
    properties: { name: { type: 'string', title: 'Nombre', maxLength: 40 } },
  },
  regions: {
    title: 'Región',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40 },
      id_parent: { 'x-type': 'ref', title: 'Dentro de', 'x-to': 'regions' },
    },
  },
  tags: {
    title: 'Etiqueta',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', title: 'Nombre', maxLength: 40, 'x-unique': true } },
  },
  makers: {
    title: 'Marca',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 40 } },
  },
  models: {
    title: 'Modelo',
    type: 'object',
    required: ['name', 'id_maker'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 40 }, id_maker: { 'x-type': 'ref', 'x-to': 'makers' } },
  },
  wells: {
    title: 'Pozo',
    type: 'object',
    required: ['name', 'at', 'how'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40 },
      at: { 'x-type': 'point', title: 'Punto' },
      how: { 'x-type': 'longtext', title: 'Acceso', maxLength: 900 },
      old: { 'x-type': 'longtext', title: 'Historia', maxLength: 900 },
    },
  },
  cars: {
    title: 'Auto',
    type: 'object',
    required: ['plate', 'id_maker'],
    'x-represent': '{plate}',
    properties: {
      plate: { type: 'string', title: 'Placa', maxLength: 10, 'x-unique': true },
      id_maker: { 'x-type': 'ref', title: 'Marca', 'x-to': 'makers' },
      id_model: {
        'x-type': 'ref',
        title: 'Modelo',
        'x-to': 'models',
        'x-choices': { id_maker: { eq: { form: 'id_maker' } } },
      },
      tags: { 'x-type': 'refs', title: 'Etiquetas', 'x-to': 'tags' },
    },
  },
}
const RESOURCES = {
  tongues: { import: true },
  wells: { import: true },
  regions: { import: true },
  cars: { import: { match: ['plate'] } },
}

oneEngine((_engine, open) => {
  let app: Promise<TestApp> | undefined
  const opened = () => (app ??= testApp({ open, schemas: SCHEMAS, resources: RESOURCES }))
  const listed = async (at: TestApp, path: string, column: string) =>
    (await at.call('root', 'GET', path, { limit: 100, order_col: column, order_dir: 'asc' })).body
      .items as unknown as readonly JsonObject[]

  test('a file brings whatever a record cannot be without, a place and a long text too', async () => {
    const at = await opened()
    const { stage, run } = importCalls(at, 'wells')
    const view = await stage(
      'root',
      [
        ['Anta', '-12.1, -77.03', 'Por la loma'],
        ['Ccari', '', 'Por el río'],
      ],
      ['Nombre', 'Punto', 'Acceso'],
    )
    expect(view.items.map(({ ok, errors }) => [ok, Object.keys(errors)])).toEqual([
      [true, []],
      [false, ['at']],
    ])
    const [saved] = (await run('root', 'importSave', { id: view.id })).items
    const { body } = await at.call('root', 'GET', `wells/${String(saved?.id_record)}`)
    expect(body.item).toMatchObject({ name: 'Anta', at: { lat: -12.1, lng: -77.03 }, how: 'Por la loma' })
  })

  test('records whose ids people give are made, changed and given back by their id', async () => {
    const at = await opened()
    const { stage, run } = importCalls(at, 'tongues')
    expect((await at.call('root', 'POST', 'tongues/create', { id: 'es', name: 'Espanol', version: 0 })).status).toBe(
      200,
    )
    const view = await stage(
      'root',
      [
        ['es', 'Español'],
        ['en', 'Inglés'],
        ['en', 'Otra vez'],
        ['ENG', 'Mal'],
        ['', 'Sin código'],
      ],
      ['Código', 'Nombre'],
    )
    expect(view.items.map(({ ok, errors }) => [ok, Object.keys(errors)])).toEqual([
      [true, []],
      [true, []],
      [false, ['id']],
      [false, ['id']],
      [false, ['id']],
    ])
    expect(view.items[2]?.errors.id).toBe('Se repite en el archivo: ya está en la fila 3.')
    expect(view.targets.map(({ key, required }) => [key, required])).toEqual([
      ['id', true],
      ['name', true],
    ])
    const saved = await run('root', 'importSave', { id: view.id })
    expect(saved).toMatchObject({ state: 'saved', counts: { saved: 2, created: 1, changed: 1 } })
    expect(saved.items.slice(0, 2).map(({ id_record }) => id_record)).toEqual(['es', 'en'])
    expect((await listed(at, 'tongues', 'id')).map(({ id, name }) => [id, name])).toEqual([
      ['en', 'Inglés'],
      ['es', 'Español'],
    ])
    expect(await run('root', 'importUndo', { id: view.id })).toMatchObject({
      state: 'undone',
      counts: { undone: 2, kept: 0 },
    })
    expect((await listed(at, 'tongues', 'id')).map(({ id, name }) => [id, name])).toEqual([['es', 'Espanol']])
    expect((await at.call('root', 'GET', 'tongues/importFormat')).status).toBe(200)
  })

  test('a record of the same id that somebody made meanwhile is changed, and given back by the undo', async () => {
    const at = await opened()
    const { stage, run } = importCalls(at, 'tongues')
    const view = await stage(
      'root',
      [
        ['fr', 'Francés'],
        ['it', 'Italiano'],
      ],
      ['id', 'name'],
    )
    expect((await at.call('root', 'POST', 'tongues/create', { id: 'fr', name: 'Français', version: 0 })).status).toBe(
      200,
    )
    expect((await run('root', 'importSave', { id: view.id })).counts).toMatchObject({
      saved: 2,
      created: 1,
      changed: 1,
    })
    expect((await run('root', 'importUndo', { id: view.id })).counts).toMatchObject({ undone: 2, kept: 0 })
    expect((await listed(at, 'tongues', 'id')).map(({ id, name }) => [id, name])).toEqual([
      ['es', 'Espanol'],
      ['fr', 'Français'],
    ])
  })

  test('a row may refer to rows above it, which are saved first', async () => {
    const at = await opened()
    const { stage, run } = importCalls(at, 'regions')
    const rows = [
      ['Perú', ''],
      ['Lima', 'Perú'],
      ['Miraflores', 'lima'],
      ['Cusco', 'Nadie'],
      ['Ica', 'Arequipa'],
      ['Arequipa', 'peru'],
    ]
    const view = await stage('root', rows, ['Nombre', 'Dentro de'])
    expect(view.items.map(({ ok }) => ok)).toEqual([true, true, true, false, false, true])
    // Whoever mends the row above mends those that refer to it.
    const fixed = await run('root', 'importFix', { id: view.id, row: 5, cells: { name: 'Arequipa', id_parent: '' } })
    expect(fixed.items.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true])
    const renamed = await run('root', 'importFix', { id: view.id, row: 7, cells: { name: 'Tacna' } })
    expect(renamed.counts).toMatchObject({ ok: 6, wrong: 0 })
    expect((await run('root', 'importSave', { id: view.id })).counts).toMatchObject({ saved: 6, wrong: 0 })
    expect(
      (await listed(at, 'regions', 'name')).map(
        ({ name, id_parent__label }) => `${String(name)} < ${String(id_parent__label)}`,
      ),
    ).toEqual(['Arequipa < null', 'Ica < Arequipa', 'Lima < Perú', 'Miraflores < Lima', 'Perú < null', 'Tacna < Perú'])
  })

  test('several references in a cell are found by name, and a choice that depends on the row is asked of the row', async () => {
    const at = await opened()
    const { stage, run } = importCalls(at, 'cars')
    for (const name of ['red', 'green', 'blue']) await at.call('root', 'POST', 'tags/create', { name })
    for (const name of ['Toyota', 'Kia']) {
      const { id } = (await at.call('root', 'POST', 'makers/create', { name })).body
      await at.call('root', 'POST', 'models/create', { name: `${name} 1`, id_maker: id ?? null })
    }
    const rows = [
      ['A-1', 'Toyota', 'Toyota 1', 'red; green'],
      ['A-2', 'Kia', 'Toyota 1', 'blue'],
      ['A-3', 'Kia', 'Kia 1', 'green ;nobody'],
      ['A-4', 'Kia', 'Kia 1', ''],
      ['A-5', 'Toyota', 'Kia 1', ' blue;blue; red '],
      ['A-6', 'Toyota', '', 'blue;blue; red'],
    ]
    const view = await stage('root', rows, ['Placa', 'Marca', 'Modelo', 'Etiquetas'])
    expect(view.items.map(({ ok, errors }) => [ok, Object.keys(errors)])).toEqual([
      [true, []],
      [false, ['id_model']],
      [false, ['tags']],
      [true, []],
      [false, ['id_model']],
      [true, []],
    ])
    expect(view.items[2]?.errors.tags).toContain('nobody')
    expect((await run('root', 'importSave', { id: view.id })).counts).toMatchObject({ saved: 3, created: 3 })
    const cars = await listed(at, 'cars', 'plate')
    expect(cars.map(({ plate, tags__label }) => [plate, tags__label])).toEqual([
      ['A-1', ['red', 'green']],
      ['A-4', null],
      ['A-6', ['blue', 'red']],
    ])
    // A file that names other references changes them, and its undo brings back the old ones.
    const again = await stage('root', [['A-1', 'blue']], ['Placa', 'Etiquetas'])
    await run('root', 'importSave', { id: again.id })
    expect((await listed(at, 'cars', 'plate'))[0]).toMatchObject({ plate: 'A-1', tags__label: ['blue'] })
    await run('root', 'importUndo', { id: again.id })
    expect((await listed(at, 'cars', 'plate'))[0]).toMatchObject({ plate: 'A-1', tags__label: ['red', 'green'] })
  })
})

test('a process reads so many files at once, others wait their turn and are told of it, and more are refused', async () => {
  const readings = new Readings()
  const began: number[] = []
  const told: number[] = []
  const ends: (() => void)[] = []
  const all = Array.from({ length: MAX_OPEN + MAX_WAITING }, (_, i) =>
    readings.begin(
      i,
      (signal) => {
        began.push(i)
        return signal.aborted
          ? Promise.resolve()
          : new Promise((end) => {
              ends.push(end)
            })
      },
      async () => {
        told.push(i)
      },
    ),
  )
  expect([began.length, told.length]).toEqual([MAX_OPEN, MAX_WAITING])
  expect(() => readings.assertRoom()).toThrow(expect.objectContaining({ code: 'TOO_MANY' }))
  ends.shift()?.()
  await all[0]
  await expect.poll(() => began).toEqual([0, 1, 2, 3])
  expect(() => readings.assertRoom()).not.toThrow()
  // At the end of the process nobody is left waiting.
  const end = readings.end()
  await expect.poll(() => began.length).toBe(all.length)
  for (const one of ends) one()
  await end
  await Promise.all(all)
})

test('who sends many files waits behind who sends one', async () => {
  const readings = new Readings()
  const began: string[] = []
  const ends: (() => void)[] = []
  const begin = (user: number, file: string) =>
    readings.begin(
      user,
      () => {
        began.push(file)
        return new Promise((end) => {
          ends.push(end)
        })
      },
      async () => {},
    )
  const all = [
    ...['a', 'b', 'c'].map((file) => begin(1, file)),
    ...['d', 'e'].map((file) => begin(2, file)),
    begin(3, 'f'),
    begin(4, 'g'),
  ]
  // One file of each, as many as may be read at once.
  expect(began).toEqual(['a', 'd', 'f'])
  for (let i = 0; i < all.length; i++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  await Promise.all(all)
  expect(began).toEqual(['a', 'd', 'f', 'g', 'b', 'e', 'c'])
})
