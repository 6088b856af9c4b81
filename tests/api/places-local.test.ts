import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { geo } from '../../custom/geo/server'
import { streets } from '../../custom/streets/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { OWN, stringsOfOthers } from '../fixtures/naughty-strings'
import { sharedData } from '../shared-data'
import { testApp, type Answer, type TestApp } from './fixture-app'
import { FIXTURE_SCHEMAS, withBranch, type Files } from './fixture-schemas'
import type { RoleName } from './fixture-users'

const root = join(import.meta.dirname, '../..')
const read = (folder: string, names: readonly string[]): Files =>
  Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(join(root, folder, `${name}.json`), 'utf8')) as object]),
  )

// The application's own files of places; companies are the fixture's, with a branch.
const companies = FIXTURE_SCHEMAS['companies'] as { properties: object }
const SCHEMAS: Files = {
  users: withBranch,
  ...read('schemas', ['locations', 'branches', 'map_keys', 'map_key_uses', 'map_key_errors', 'settings_maps']),
  companies: {
    ...companies,
    properties: { ...companies.properties, id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches' } },
  },
}
const RESOURCES: Files = {
  ...read('resources', ['locations', 'settings_maps']),
  clients: { entity: 'users', title: 'Clientes', where: { type_user: { eq: '3' } } },
}

const miraflores = sharedData('lima/miraflores_network.graphml', 'ways over a street graph of others')
const others = stringsOfOthers('places looked for by naughty strings of others')

/** Rows of no interest, among which the others are found. */
const CROWD = 4_000

interface Item {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly lat: number
  readonly lng: number
}

oneEngine((_engine, open) => {
  let server: TestApp
  const ids: { [name: string]: number } = {}

  const search = async (role: RoleName, query: string, near?: readonly [number, number]): Promise<readonly Item[]> => {
    const { status, body, text } = await server.call(role, 'POST', '../map/autocomplete', {
      query,
      ...(near && { lat: near[0], lng: near[1] }),
    })
    expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()])
    return body.items as unknown as readonly Item[]
  }
  const names = async (role: RoleName, query: string, near?: readonly [number, number]) =>
    (await search(role, query, near)).map(({ name }) => name)

  beforeAll(async () => {
    server = await testApp({ schemas: SCHEMAS, resources: RESOURCES, features: [geo, streets], open })
    const { a, b } = server.ids.companies
    const rows: readonly (readonly [
      name: string,
      address: string,
      lat: number,
      lng: number,
      id_company: number | null,
    ])[] = [
      ['Clínica Ricardo Palma', 'Av. Javier Prado Este 1066, San Isidro', -12.0903, -77.0186, null],
      ['Clínica Good Hope', 'Malecón Balta 956, Miraflores', -12.1242, -77.0345, null],
      ['Larcomar', 'Malecón de la Reserva 610, Miraflores', -12.1319, -77.0305, null],
      ['Botica Sol', 'Av. La Marina 2000, San Miguel', -12.0776, -77.0915, null],
      ['Botica Sol', 'Av. Benavides 1555, Miraflores', -12.1275, -77.0105, null],
      ['Almacén Ñandú', 'Jr. Huiracocha 12, Jesús María', -12.0746, -77.05, a],
      ['Almacén Ñusta', 'Jr. Huiracocha 14, Jesús María', -12.0747, -77.0501, b],
    ]
    await server.database.transaction(async (tx) => {
      const now = new Date()
      for (const [name, address, lat, lng, id_company] of rows) {
        const { id } = await tx
          .insertInto('locations')
          .values({
            name,
            address,
            point: `(${lng},${lat})`,
            id_company,
            type: 'other',
            date_created: now,
            date_updated: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids[`${name} ${address}`] = Number(id)
      }
    })
    const { db } = server.database
    for (let from = 0; from < CROWD; from += 1_000) {
      await db
        .insertInto('locations')
        .values(
          Array.from({ length: 1_000 }, (_, i) => ({
            name: `Tienda ${word(from + i)}`,
            address: `Calle ${word((from + i) * 7)} ${i}, Chorrillos`,
            type: 'other',
            id_company: null,
            point: `(${-77.03 + ((from + i) % 100) / 1000},${-12.2 + Math.floor((from + i) / 100) / 2000})`,
            date_created: new Date(),
            date_updated: new Date(),
          })),
        )
        .execute()
    }
    // As it is done by itself after a while, on either engine.
    await sql`analyze locations`.execute(db)
  })

  describe('what is typed', () => {
    test.each([
      ['clinica ricardo palma', 'Clínica Ricardo Palma'],
      ['CLÍNICA RICARDO', 'Clínica Ricardo Palma'],
      ['clinica ricrado plama', 'Clínica Ricardo Palma'],
      ['ricardo palma san isidro', 'Clínica Ricardo Palma'],
      ['javier prado 1066', 'Clínica Ricardo Palma'],
      ['larcomra', 'Larcomar'],
      ['larcom', 'Larcomar'],
      ['good hope', 'Clínica Good Hope'],
      ['malecon balta', 'Clínica Good Hope'],
      ['av arequipa', 'Av. Arequipa'],
      ['arequpia', 'Av. Arequipa'],
      ['Miraflroes', 'Miraflores'],
      ['canaval y moreyra', 'Av. Canaval y Moreyra'],
      ['Arequipa con Angamos', 'Av. Arequipa con Av. Angamos'],
      ['angamos / arequipa', 'Av. Angamos con Av. Arequipa'],
      ['Av. Larco y Benavides, Miraflores', 'Av. Larco con Av. Benavides'],
    ])('"%s" is %s', async (query, name) => {
      expect((await names('root', query))[0]).toBe(name)
    })

    test('keeps the number of a house in the address, and says that its place is not known', async () => {
      const [first] = await search('root', 'av arequipa 2450 lince')
      expect(first).toMatchObject({
        name: 'Av. Arequipa 2450',
        address: 'Av. Arequipa 2450, Lince',
        hint: 'ubique el número en el mapa',
      })
    })

    test('finds near places first among equals', async () => {
      const [marina, benavides] = ['Av. La Marina 2000, San Miguel', 'Av. Benavides 1555, Miraflores']
      expect((await search('root', 'botica sol', [-12.077, -77.09])).map(({ address }) => address)).toEqual([
        marina,
        benavides,
      ])
      expect((await search('root', 'botica sol', [-12.127, -77.012])).map(({ address }) => address)).toEqual([
        benavides,
        marina,
      ])
      const crowd = await search('root', 'tienda', [-12.15, -77.0])
      expect(crowd).toHaveLength(10)
      for (const { lat, lng } of crowd) expect(Math.hypot(lat + 12.15, lng + 77.0)).toBeLessThan(0.06)
    })

    test('finds ten at most, nothing twice, and nothing for nothing', async () => {
      const found = await search('root', 'a')
      expect(found.length).toBeLessThanOrEqual(10)
      expect(new Set(found.map(({ name, address }) => `${name} ${address}`)).size).toBe(found.length)
      for (const nothing of ['', '   ', '.,-', 'xyzzyqwv']) expect(await search('root', nothing)).toEqual([])
    })

    test('may be found again by its id', async () => {
      for (const query of ['clinica', 'larco con benavides', 'miraflores', 'arequipa 100']) {
        for (const item of await search('operator', query)) {
          const { status, body } = await server.call('operator', 'GET', '../map/place', { id: item.id })
          expect([status, body]).toMatchObject([200, { name: item.name, address: item.address }])
          expect([Number(body.lat).toFixed(5), Number(body.lng).toFixed(5)]).toEqual([
            item.lat.toFixed(5),
            item.lng.toFixed(5),
          ])
        }
      }
      for (const id of ['location:999999999', 'location:99999999999', 'location:x', 'at.x', 'nobody']) {
        expect((await server.call('operator', 'GET', '../map/place', { id })).status).toBe(404)
      }
    })

    const mayBe = async (strings: readonly string[], role: RoleName): Promise<void> => {
      for (const text of strings) {
        const { status } = await server.call(role, 'POST', '../map/autocomplete', { query: text.slice(0, 200) })
        expect([text, status]).toEqual([text, 200])
      }
    }
    // Some of them: a person may ask so often in a minute.
    test('may be anything', () =>
      mayBe(
        OWN.list.filter((_text, i) => i % 6 === 0),
        'companyA',
      ))
    test.skipIf(others.list.length === 0)('may be anything of others', () =>
      mayBe(
        others.list.filter((_text, i) => i % 20 === 0),
        'companyB',
      ),
    )
  })

  describe('whose places', () => {
    const own = 'Almacén Ñandú Jr. Huiracocha 12, Jesús María'
    const others = 'Almacén Ñusta Jr. Huiracocha 14, Jesús María'

    test("are those in the asker's scope: their company's and everybody's", async () => {
      expect(await names('companyA', 'almacen')).toEqual(['Almacén Ñandú'])
      expect(await names('companyB', 'almacen')).toEqual(['Almacén Ñusta'])
      expect(await names('companyA', 'almacen ñutsa')).not.toContain('Almacén Ñusta')
      expect((await names('root', 'almacen')).toSorted()).toEqual(['Almacén Ñandú', 'Almacén Ñusta'])
      expect(await names('companyA', 'larcomar')).toEqual(['Larcomar'])
    })

    test("are none for somebody who does not see the catalogue; streets are everybody's", async () => {
      expect(await names('none', 'larcomar')).not.toContain('Larcomar')
      expect(await names('none', 'av arequipa')).toContain('Av. Arequipa')
    })

    test('are not there by id either', async () => {
      const place = (role: RoleName, name: string): Promise<Answer> =>
        server.call(role, 'GET', '../map/place', { id: `location:${ids[name]}` })
      expect((await place('companyA', own)).status).toBe(200)
      expect((await place('companyA', others)).status).toBe(404)
      expect((await place('none', 'Larcomar Malecón de la Reserva 610, Miraflores')).status).toBe(404)
    })

    test("are nobody's without a session, and gone when they were removed", async () => {
      expect((await server.call(null, 'POST', '../map/autocomplete', { query: 'larcomar' })).status).toBe(401)
      const id = ids['Larcomar Malecón de la Reserva 610, Miraflores'] ?? 0
      expect((await server.call('root', 'POST', 'locations/remove', { id })).status).toBe(200)
      expect(await names('root', 'larcomar')).not.toContain('Larcomar')
      expect((await server.call('root', 'GET', '../map/place', { id: `location:${id}` })).status).toBe(404)
    })
  })

  describe('a point', () => {
    test('has the nearest street and its district', async () => {
      const { body } = await server.call('operator', 'GET', '../map/geocode', { lat: -12.0976, lng: -77.0327 })
      expect(body).toMatchObject({ name: 'Av. Arequipa', address: 'Av. Arequipa, San Isidro' })
    })

    test('out at sea has nothing', async () => {
      const { status, body } = await server.call('operator', 'GET', '../map/geocode', { lat: -12.3, lng: -77.6 })
      expect([status, body]).toMatchObject([200, { name: '', address: '' }])
    })
  })

  describe('the way', () => {
    const [here, there] = [
      { lat: -12.1136, lng: -77.0288 },
      { lat: -12.1245, lng: -77.0296 },
    ]
    const way = () => server.call('operator', 'POST', '../map/route', { points: [here, there] })

    test('goes by the own streets', async () => {
      const { status, body } = await way()
      expect(status).toBe(200)
      expect(body).toMatchObject({ source: 'streets' })
      expect(body.distance_m).toBeGreaterThan(1_200)
      expect(body.distance_m).toBeLessThan(2_500)
    })

    const set = async (map_graph_file: string, role: RoleName = 'root') => {
      const { body } = await server.call('root', 'POST', 'settings/maps/form', {})
      return server.call(role, 'POST', 'settings/maps/create', {
        version: (body.item as JsonObject).version,
        map_graph_file,
      } as JsonObject)
    }
    const goesBy = async (file: string, corner: string, found: RegExp): Promise<void> => {
      expect((await set(file)).status).toBe(200)
      const { body } = await way()
      expect(body).toMatchObject({ source: basename(file) })
      expect((await server.call('operator', 'GET', 'verify')).text).not.toContain(basename(file))
      expect((await names('operator', corner))[0]).toMatch(found)
    }

    test('goes by a graph that root names, if it can be read', async () => {
      const refused = await set('/etc/nothing.graphml')
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { map_graph_file: expect.stringContaining('.graphml') },
      ])
      expect((await set('x.csv', 'operator')).status).toBe(403)
      await goesBy(join(root, 'tests/fixtures/town.graphml'), 'gaviotas con molino', /Gaviotas con .*Molino/)
    })
    test.skipIf(miraflores === null)('goes by a real one', () =>
      goesBy(miraflores!, 'schell con larco', /Schell con .*Larco/),
    )
  })
})

/** A word of its own for each number, pronounceable. */
function word(number: number): string {
  const syllables = ['ba', 'ce', 'da', 'fe', 'gi', 'lo', 'mu', 'na', 'po', 'ru']
  return String(number % 100_000)
    .padStart(5, '0')
    .split('')
    .map((digit) => syllables[Number(digit)] ?? '')
    .join('')
}
