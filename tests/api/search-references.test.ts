import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const text = (title: string, more: object = {}): object => ({ type: 'string', title, maxLength: 60, ...more })
const SCHEMAS = {
  riders: {
    title: 'Pasajero',
    required: ['name'],
    'x-represent': '{name}',
    'x-size': 'large',
    properties: { name: text('Nombre'), surname: text('Apellidos') },
  },
  cars: {
    title: 'Vehículo',
    required: ['plate'],
    'x-represent': '{plate}',
    properties: { plate: text('Placa', { 'x-search': true }) },
  },
  trips: {
    title: 'Viaje',
    'x-represent': '{id}',
    'x-size': 'large',
    properties: {
      street: text('Calle', { 'x-search': true }),
      id_rider: {
        'x-type': 'ref',
        title: 'Pasajero',
        'x-to': 'riders',
        'x-search': true,
        'x-expand': { rider_name: 'name', rider_surname: 'surname' },
      },
      id_car: {
        'x-type': 'ref',
        title: 'Vehículo',
        'x-to': 'cars',
        'x-search': true,
        'x-expand': { car_plate: 'plate' },
      },
    },
  },
  errands: {
    title: 'Encargo',
    'x-represent': '{name}',
    properties: {
      name: text('Nombre', { 'x-search': true }),
      done: { type: 'boolean', title: 'Hecho', default: false },
    },
  },
  // Named by its own title, and by whom it names; marked is the reference alone, whose label is searched.
  letters: {
    title: 'Carta',
    required: ['subject'],
    'x-represent': '{subject}',
    properties: {
      subject: text('Asunto'),
      id_rider: { 'x-type': 'ref', title: 'Pasajero', 'x-to': 'riders', 'x-search': true },
    },
  },
}

eachEngine((_engine, open) => {
  describe('a search through what a large list refers to', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({
        schemas: SCHEMAS,
        resources: {
          trips: { list: { columns: ['id'], sort: ['id', 'asc'] }, menu: { order: 1 } },
          letters: { list: { columns: ['id'], sort: ['id', 'asc'] } },
          errands: {},
          open_errands: {
            entity: 'errands',
            title: 'Encargos por hacer',
            closed: { done: { eq: true } },
            menu: { order: 1 },
          },
        },
        open,
      })
      const { db } = at.database
      await sql`insert into riders (name, surname) values ('Zoe', 'Flores Ñahui'), ('Zoe', 'Quispe'), ('Ana', 'Flores'),
        ('Ana', 'de la Cruz')`.execute(db)
      await sql`insert into cars (plate) values ('ABC-123'), ('XY-9')`.execute(db)
      await sql`insert into trips (street, id_rider, id_car) values ('Av. Brasil 100', 1, 1), ('Av. Brasil 200', 2, 1),
        ('Jr. Quispe 300', 1, 2), ('Av. Flores 400', 2, 2), ('Av. Arica 500', 3, 1), (null, 4, null)`.execute(db)
      await sql`insert into letters (subject, id_rider) values ('Reclamo', 1), ('Elogio', 3)`.execute(db)
      await sql`insert into errands (name, done) values ('Buzón rojo', true), ('Buzón azul', false)`.execute(db)
      // More people of one name than are named one by one.
      await sql`insert into riders (name, surname) select 'María', 'Torres ' || n
        from generate_series(1, 1200) as n`.execute(db)
      await sql`insert into trips (street, id_rider) values ('Av. Grau 7', 704), ('Av. Grau 8', 5)`.execute(db)
    })
    afterAll(() => at?.close())

    /** All answers of a search; how many there are is a matter of time. */
    const everywhere = async (q: string, from = 0) => {
      const found: { resource: string; records: readonly { label: string; detail: string | null }[] }[] = []
      for (let after: number | null = from; after !== null; ) {
        const { body, status, text: said } = await at.call('root', 'GET', 'find', { q, after })
        expect(status, said).toBe(200)
        found.push(...(body.items as unknown as typeof found))
        after = body.next as number | null
      }
      return found
    }

    test.each([
      // A ride by its number, too short for an index of a large table; by whom it names; several catalogues at once.
      ['4', {}],
      ['04', { trips: [['4', 'Av. Flores 400']] }],
      ['704', { trips: [] }],
      [
        'brasil',
        {
          trips: [
            ['1', 'Av. Brasil 100'],
            ['2', 'Av. Brasil 200'],
          ],
        },
      ],
      [
        'xy-9',
        {
          trips: [
            ['3', 'XY-9'],
            ['4', 'XY-9'],
          ],
        },
      ],
      ['reclamo', { letters: [['Reclamo', null]] }],
      ['flores reclamo', {}],
      ['cruz', { trips: [['6', 'Ana de la Cruz']] }],
    ])('stands in the search of the whole console, with what was found: %s', async (q, wanted) => {
      const groups = await everywhere(q)
      const found = Object.fromEntries(
        groups
          .filter(({ resource }) => ['trips', 'letters'].includes(resource))
          .map(({ resource, records }) => [resource, records.map(({ label, detail }) => [label, detail])]),
      )
      if (q === '704') expect(found).toEqual({})
      else expect(found).toEqual(wanted)
    })

    test('the whole console is searched from what most refer to on; a later answer has what the earlier ones left', async () => {
      const names = async (after: number) => (await everywhere('y-9', after)).map(({ resource }) => resource)
      expect(await names(0)).toEqual(['cars', 'trips'])
      // Each begins where it is told to, so that nothing is found twice and nothing is left out.
      const each = []
      for (let after = 0; after < 40; after++) each.push((await names(after)).join())
      expect([...new Set(each)]).toEqual(['cars,trips', 'trips', ''])
      expect((await at.call('root', 'GET', 'find', { q: 'zoe', after: 9000 })).body).toMatchObject({
        items: [],
        next: null,
      })
    })

    test('what is over stands in the search of the whole console under the catalogue that lists it, not under what is open', async () => {
      const found = await everywhere('buzon')
      expect(found.map(({ resource, records }) => [resource, records.map(({ label }) => label)])).toEqual([
        ['open_errands', ['Buzón azul']],
        ['errands', ['Buzón rojo']],
      ])
    })

    test.each([
      ['zoe', [1]],
      ['ana', [2]],
      ['elogio', [2]],
      ['zoe reclamo', [1]],
      ['zoe elogio', []],
    ])('that has no texts of its own for the list goes by its label: %s', async (q, ids) => {
      const { body, status, text: said } = await at.call('root', 'GET', 'letters', { q })
      expect(status, said).toBe(200)
      expect((body.items as unknown as { id: number }[]).map(({ id }) => id)).toEqual(ids)
    })

    test.each([
      ['zoe', [1, 2, 3, 4]],
      ['zoe flores', [1, 3, 4]],
      ['flores zoe', [1, 3, 4]],
      ['zoe quispe', [2, 3, 4]],
      ['zoe nahui', [1, 3]],
      ['zoe flores quispe', [3, 4]],
      ['zoe brasil', [1, 2]],
      ['zoe 400', [4]],
      ['zo flores', [1, 3]],
      ['#4', [4]],
      ['viaje 4', [4]],
      ['Viaje N.º 4', [4]],
      ['viaje 4 zoe', [4]],
      ['viaje 4 ana', []],
      ['ana de', [6]],
      ['abc-123', [1, 2, 5]],
      ['xy', [3, 4]],
      ['zoe xy', [3, 4]],
      ['maria 700', [7]],
      ['maria 1 torres', [8]],
      ['ana inexistente', []],
      ['zoe cruz', []],
    ])('%s', async (q, ids) => {
      const { body, status, text: said } = await at.call('root', 'GET', 'trips', { q, limit: 100 })
      expect(status, said).toBe(200)
      expect([(body.items as unknown as { id: number }[]).map(({ id }) => id), body.total]).toEqual([ids, ids.length])
    })
  })
})
