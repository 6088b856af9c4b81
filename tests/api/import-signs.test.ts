import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { importCalls, xlsx } from './import-fixture'

const SCHEMAS = {
  weights: {
    title: 'Peso',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40 },
      weight: { 'x-type': 'decimal', title: 'Peso' },
      price: { 'x-type': 'money', title: 'Precio' },
      pieces: { type: 'integer', title: 'Piezas' },
      share: { 'x-type': 'percent', title: 'Parte' },
      way: { 'x-type': 'distance', 'x-unit': 'm', title: 'Distancia' },
    },
  },
}

oneEngine((_engine, open) => {
  let app: Promise<TestApp> | undefined
  const opened = () => (app ??= house())
  /** A house that writes 1.234,56. */
  async function house(): Promise<TestApp> {
    const at = await testApp({ open, schemas: SCHEMAS, resources: { weights: { import: true } } })
    for (const [key, value] of [
      ['thousands_separator', '.'],
      ['decimals_separator', ','],
      ['coin', '€'],
    ] as const)
      await sql`insert into settings (key, value, date_created, date_updated)
        values (${key}, ${JSON.stringify(value)}::jsonb, now(), now())`.execute(at.database.db)
    return at
  }
  const FIELDS = ['weight', 'price', 'pieces', 'share', 'way']
  const HEADER = ['Nombre', 'Peso', 'Precio', 'Piezas', 'Parte', 'Distancia']

  test('a file is read with the signs that the house writes numbers with; what a spreadsheet holds as a number stays that number', async () => {
    const at = await opened()
    const { stage, run, upload, settled } = importCalls(at, 'weights')
    const kept = async (name: string): Promise<unknown> => {
      const { items } = (await at.call('root', 'GET', 'weights', { filters: { name }, limit: 1 })).body
      const [found] = items as unknown as JsonObject[]
      return FIELDS.map((field) => found?.[field] ?? null)
    }
    const text = await stage(
      'root',
      [
        ['mil', '1.500', '1.234,56', '12.000', '12,5 %', '1.500 m'],
        ['medio', '0,50', '€ 0,50', '7', '0,125%', '1,5 km'],
        ['mal', '1.50.000', '1', '1', '1', '1'],
      ],
      HEADER,
    )
    expect(text.items.map(({ errors }) => Object.keys(errors))).toEqual([[], [], ['weight']])
    await run('root', 'importSave', { id: text.id })
    expect(await kept('mil')).toEqual([1500, 1234.56, 12000, 12.5, 1500])
    expect(await kept('medio')).toEqual([0.5, 0.5, 7, 0.125, 1500])

    const { body } = await upload('root', await xlsx([HEADER, ['libro', 1.234, 1234.5, 12000, 0.125, 2.345]]), {
      name: 'pesos.xlsx',
    })
    const book = await settled('root', body as unknown as { id: number })
    await run('root', 'importSave', { id: book.id })
    expect(await kept('libro')).toEqual([1.234, 1234.5, 12000, 0.125, 2.345])
  })

  test('a program writes and filters in plain notation whatever the house writes', async () => {
    const at = await opened()
    const made = await at.call('root', 'POST', 'weights/create', { name: 'plano', weight: '1.234' })
    expect(made.body).toMatchObject({ item: { weight: 1.234 } })
    expect((await at.call('root', 'GET', 'weights', { filters: { weight: '1.234', name: 'plano' } })).body.total).toBe(
      1,
    )
  })
})
