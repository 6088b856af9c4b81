import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const text = (title: string, more: object = {}): object => ({
  type: 'string',
  title,
  maxLength: 60,
  'x-search': true,
  ...more,
})
const SCHEMAS = {
  guests: {
    title: 'Huésped',
    required: ['name'],
    'x-represent': '{name}',
    'x-size': 'large',
    properties: {
      kind: { type: 'string', title: 'Tipo', maxLength: 10 },
      name: text('Nombre'),
      code: text('Código', { 'x-see': { kind: { eq: 'own' } } }),
    },
  },
}

oneEngine((_engine, open) => {
  describe('a search of a text that some rows hide', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ open, schemas: SCHEMAS })
      await sql`insert into guests (kind, name, code) values ('own', 'Ana', 'AB 7731'), ('other', 'Eva', 'AB 7731'),
        (null, 'Ida', 'AB 7731'),
        ('other', 'AB Luz', '7731')`.execute(at.database.db)
    })
    afterAll(() => at?.close())

    test.each([
      ['7731', ['Ana']],
      ['ab 7731', ['Ana']],
      ['ana 7731', ['Ana']],
      ['ab', ['AB Luz', 'Ana']],
      ['eva', ['Eva']],
      ['eva 7731', []],
    ])('finds it in those that show it alone: %s', async (q, names) => {
      const { body, status, text: said } = await at.call('root', 'GET', 'guests', { q })
      expect(status, said).toBe(200)
      expect((body.items as unknown as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(names)
    })
  })
})
