import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const text = (title: string, more: object = {}): object => ({ type: 'string', title, maxLength: 60, ...more })
const SCHEMAS = {
  trips: {
    title: 'Viaje',
    'x-represent': '{id}',
    properties: {
      street: text('Calle', { 'x-search': true }),
      hidden: { 'x-type': 'flag', title: 'Oculto', default: 0 },
      done: { 'x-type': 'flag', title: 'Hecho', default: 0 },
    },
  },
  claims: {
    title: 'Reclamo',
    'x-represent': '{id}',
    properties: { id_trip: { 'x-type': 'ref', title: 'Viaje', 'x-to': 'trips' }, what: text('Qué pasó') },
  },
}
const RESOURCES = {
  trips: { title: 'Viajes', where: { hidden: { eq: 0 } } },
  done_trips: { title: 'Viajes hechos', entity: 'trips', where: { done: { eq: 1 } } },
}

oneEngine((_engine, open) => {
  describe('a reference to what several catalogues show', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open })
      await sql`insert into trips (street, hidden, done) values
        ('Av. Brasil 100', false, false), ('Jr. Quispe 300', false, true), ('Av. Arica 500', true, true),
        ('Av. Grau 7', true, false)`.execute(at.database.db)
    })
    afterAll(() => at?.close())

    const found = async (role: RoleName, q: string, more: JsonObject = {}): Promise<unknown> => {
      const { resource = '' } = at.metadata.model().entities['claims']?.fields['id_trip']?.ref ?? {}
      const { endpoint = '' } = at.metadata.model().resources[resource] ?? {}
      const asked = { lookup: 1, limit: 9, filters: JSON.stringify({ q }), ...more }
      const { body, status } = await at.call(role, 'GET', endpoint, asked)
      return status === 200 ? (body.items as unknown as JsonObject[]).map(({ id }) => id) : status
    }

    test('is chosen in the catalogue of its own name, where it has a page', () => {
      const { entities, resources } = at.metadata.model()
      expect(entities['claims']?.fields['id_trip']?.ref?.resource).toBe('trips')
      expect(
        Object.keys(resources)
          .filter((name) => name.includes('trips'))
          .sort(),
      ).toEqual(['done_trips', 'trips'])
    })

    const WRITTEN = ['2', '#2', 'N.º 2', 'nº2', 'Viaje 2', 'viajes #2', '2 quispe']
    test.each(WRITTEN)('finds a record by its number as people write it down: %s', async (q) => {
      expect(await found('operator', q)).toEqual([2])
    })

    test('looks in every catalogue that its asker may open, and in no other', async () => {
      expect(await found('operator', 'quispe')).toEqual([2])
      // Done and hidden: one of the catalogues has it; hidden and not done: none has.
      expect(await found('operator', 'arica')).toEqual([3])
      expect(await found('operator', 'grau')).toEqual([])
      expect(await found('root', 'grau')).toEqual([4])
      expect(await found('none', '2')).toBe(403)
    })
  })
})
