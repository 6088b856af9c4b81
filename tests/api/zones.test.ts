import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { zoneChoices } from '../../custom/fares/server/zones/zone-choices'
import { zoneHooks } from '../../custom/fares/server/zones/zone-hooks'
import { isUnderWay, type ImportView } from '../../src/model/import-answer'
import type { Json, JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import { cheapHash } from '../cheap-hash'
import { oneEngine } from '../engines'
import { multipartForm } from '../multipart'
import { sharedData } from '../shared-data'
import { testApp, type TestApp } from './fixture-app'
import { withBranch, type Files, userBranches } from './fixture-schemas'
import { PASSWORD, type RoleName } from './fixture-users'

const root = join(import.meta.dirname, '../..')
const read = (folder: string, name: string): { [key: string]: Json } =>
  JSON.parse(readFileSync(join(root, folder, `${name}.json`), 'utf8')) as { [key: string]: Json }
const OWN = join(root, 'tests/fixtures/districts.geojson')
const lima = sharedData('lima/lima_callao_distritos.geojson', 'the 50 districts of Lima as zones')

// The application's own zones, prices and tolls, over tariffs and branches of this test's.
const SCHEMAS: Files = {
  users: withBranch,
  branches: {
    title: 'Sucursal',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 80 } },
  },
  user_branches: userBranches({ properties: { id_branch: { 'x-type': 'ref', 'x-to': 'branches' } } }),
  tarifs: {
    title: 'Tarifa',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { branch: 'id_branch', shared: ['branch'] },
    properties: { name: { type: 'string', maxLength: 80 }, id_branch: { 'x-type': 'ref', 'x-to': 'branches' } },
  },
  zones: read('schemas', 'zones'),
  prices: read('schemas', 'prices'),
  tolls: read('schemas', 'tolls'),
}
const RESOURCES: Files = {
  zones: read('resources', 'zones'),
  prices: read('resources', 'prices'),
  tolls: read('resources', 'tolls'),
}
const fares: ServerFeature = {
  name: 'fares',
  needs: {},
  calls: [zoneChoices],
  hooks: [zoneHooks],
  widgets: ['zone-overlap', 'map-polygon'],
}

/** A square of `size` degrees with its north-west corner there. */
const square = (lat: number, lng: number, size = 0.02): JsonObject[] =>
  [
    [lat, lng],
    [lat, lng + size],
    [lat - size, lng + size],
    [lat - size, lng],
  ].map(([y = 0, x = 0]) => ({ lat: y, lng: x }))

interface Feature {
  readonly properties: JsonObject
  readonly geometry: { readonly type: string; readonly coordinates: Json } | null
}

// Which draws lists on maps is none of these tests' business.
const MAPS = { name: 'maps', needs: {}, layouts: ['map' as const] }

oneEngine((_engine, open) => {
  let at: TestApp
  beforeAll(async () => {
    at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, features: [fares, MAPS], open })
  })

  const tarif = async (name: string): Promise<number> =>
    Number((await at.call('root', 'POST', 'tarifs/create', { name })).body.id)
  const create = (input: JsonObject, role: RoleName = 'root') => at.call(role, 'POST', 'zones/create', input)
  const zones = async (id_tarif: number) =>
    (await at.call('root', 'GET', 'zones', { id_tarif, order_col: 'name' })).body.items as JsonObject[]

  /** An operator bound to a branch. @returns their token */
  async function staffOf(id_branch: number): Promise<string> {
    const { db } = at.database
    const role = await db.selectFrom('roles').select('id').where('name', '=', 'Operador').executeTakeFirstOrThrow()
    const row = {
      name: 'Ana',
      surname: 'Díaz',
      type_user: '1',
      email: 'ana@test.pe',
      password: cheapHash(PASSWORD),
      language: 'es',
      id_role: role.id,
    }
    const { id: id_user } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('user_branches')
      .values({ id_user, id_branch } as never)
      .execute()
    return String((await at.login('ana@test.pe')).body.token)
  }

  async function bring(resource: string, file: string, values?: JsonObject): Promise<ImportView> {
    const form = multipartForm([
      ...(values ? [{ name: 'values', content: JSON.stringify(values) }] : []),
      { name: 'file', content: file, filename: 'zonas.geojson' },
    ])
    const answer = await at.app.inject({
      method: 'POST',
      url: `/api/admin/${resource}/importVerify`,
      payload: form.payload,
      headers: { ...form.headers, authorization: `Bearer ${await at.tokenFor('root')}` },
    })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return settled(resource, answer.json<ImportView>())
  }
  const saveRun = async (resource: string, id: number) =>
    settled(resource, (await at.call('root', 'POST', `${resource}/importSave`, { id })).body as unknown as ImportView)
  /** A busy machine answers before it has read the file. */
  async function settled(resource: string, view: ImportView): Promise<ImportView> {
    if (!isUnderWay(view.state)) return view
    await sleep(50)
    return settled(
      resource,
      (await at.call('root', 'GET', `${resource}/importRows`, { id: view.id })).body as unknown as ImportView,
    )
  }
  async function taken(path: string, query: JsonObject): Promise<readonly Feature[]> {
    const { text, headers } = await at.call('root', 'GET', path, { ...query, format: 'geojson' })
    expect(headers['content-type']).toContain('application/geo+json')
    return (JSON.parse(text) as { features: Feature[] }).features
  }

  test('a zone without a colour gets one, and comes back equal', async () => {
    const id_tarif = await tarif('Colores')
    const path = square(-12.1, -77.05)
    const made = await create({ id_tarif, name: 'Norte', path })
    expect(made.status).toBe(200)
    expect(made.body.item).toMatchObject({
      path,
      accept_overlap: 0,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
    })
  })

  test('what shares area with a zone of the same tariff is refused with names, sizes and shapes, and saved when that is accepted', async () => {
    const [id_tarif, other] = [await tarif('Solapes'), await tarif('Otra')]
    await create({ id_tarif, name: 'Norte', path: square(-12.1, -77.05) })
    const half = square(-12.11, -77.05)
    const refused = await create({ id_tarif, name: 'Sur', path: half })
    expect(refused.status).toBe(422)
    const { errors, overlaps } = refused.body as { errors: JsonObject; overlaps: JsonObject[] }
    expect(errors.path).toContain('Norte (2.42 km²)')
    expect(overlaps).toMatchObject([{ name: 'Norte', share: expect.closeTo(0.5, 2) as number }])
    expect(overlaps[0]?.shapes).toEqual([expect.objectContaining({ length: 4 })])
    expect((await create({ id_tarif: other, name: 'Sur', path: half })).status).toBe(200)
    const kept = await create({ id_tarif, name: 'Sur', path: half, accept_overlap: true })
    expect(kept.body.item).toMatchObject({ accept_overlap: 1 })
    // Neighbours with a common border, or a hair's breadth over it, share nothing that anybody need accept.
    expect((await create({ id_tarif, name: 'Oeste', path: square(-12.1, -77.06999) })).body.item).toMatchObject({
      accept_overlap: 0,
    })
    const item = kept.body.item as JsonObject
    const moved = await create({ id: item.id ?? null, path: square(-12.3, -77.05) })
    expect(moved.body.item).toMatchObject({ accept_overlap: 0 })
    expect((await create({ id: item.id ?? null, path: half })).status).toBe(422)
    expect((await create({ id: item.id ?? null, name: 'Sur lejano' })).status).toBe(200)
  })

  test('of two that are saved at once over one another one is refused', async () => {
    const id_tarif = await tarif('A la vez')
    const answers = await Promise.all(
      ['Uno', 'Dos', 'Tres'].map((name) => create({ id_tarif, name, path: square(-12.1, -77.05) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  test('a zone goes with its prices', async () => {
    const id_tarif = await tarif('Precios')
    const [a, b] = await Promise.all(
      [square(-12.1, -77.05), square(-12.2, -77.05)].map(async (path, i) =>
        Number((await create({ id_tarif, name: `Z${i}`, path })).body.id),
      ),
    )
    for (const [id_zone_from, id_zone_to] of [
      [a, b],
      [b, a],
      [b, b],
    ]) {
      await at.call('root', 'POST', 'prices/create', {
        id_tarif,
        id_zone_from: id_zone_from ?? 0,
        id_zone_to: id_zone_to ?? 0,
        amount: 12,
      })
    }
    expect((await at.call('root', 'POST', 'zones/remove', { id: a ?? 0 })).status).toBe(200)
    const { items } = (await at.call('root', 'GET', 'prices', { id_tarif })).body as { items: JsonObject[] }
    expect(items.map(({ id_zone_from, id_zone_to }) => [id_zone_from, id_zone_to])).toEqual([[b, b]])
  })

  test('a zone that was removed comes back with its prices, but for those of a zone that is gone and those that went before', async () => {
    const id_tarif = await tarif('De vuelta')
    const [a, b, c] = await Promise.all(
      [square(-12.1, -77.05), square(-12.2, -77.05), square(-12.3, -77.05)].map(async (path, i) =>
        Number((await create({ id_tarif, name: `V${i}`, path })).body.id),
      ),
    )
    const pairs = [
      [a, b],
      [b, a],
      [a, c],
      [c, c],
    ]
    for (const [id_zone_from, id_zone_to] of pairs)
      await at.call('root', 'POST', 'prices/create', {
        id_tarif,
        id_zone_from: id_zone_from ?? 0,
        id_zone_to: id_zone_to ?? 0,
        amount: 12,
      })
    const there = async () =>
      ((await at.call('root', 'GET', 'prices', { id_tarif, limit: 50 })).body as { items: JsonObject[] }).items
        .map(({ id_zone_from, id_zone_to }) => [id_zone_from, id_zone_to])
        .sort()
    const price = (
      (await at.call('root', 'GET', 'prices', { id_tarif, limit: 50 })).body as { items: JsonObject[] }
    ).items.find(({ id_zone_from }) => id_zone_from === b)
    expect((await at.call('root', 'POST', 'prices/remove', { id: price?.id ?? 0 })).status).toBe(200)
    const remove = async (id: number | undefined) =>
      (await at.call('root', 'POST', 'zones/remove', { ids: [id ?? 0] })).body.undo as JsonObject
    const first = await remove(c)
    const second = await remove(a)
    expect(await there()).toEqual([])
    const undo = async ({ run = null }: JsonObject) =>
      expect((await at.call('root', 'POST', 'zones/undo', { run })).body).toMatchObject({ ok: true, done: 1 })
    await undo(second)
    expect(await there()).toEqual([[a, b]])
    await undo(first)
    expect(await there()).toEqual(
      [
        [a, b],
        [a, c],
        [c, c],
      ].sort(),
    )
    expect((await at.call('root', 'GET', `zones/${String(a)}`)).body.item).toMatchObject({
      name: 'V0',
      path: square(-12.1, -77.05),
    })
  })

  test('a zone that goes to another tariff leaves its prices behind', async () => {
    const [id_tarif, other] = [await tarif('De aquí'), await tarif('De allá')]
    const a = Number((await create({ id_tarif, name: 'A', path: square(-12.1, -77.05) })).body.id)
    const made = await at.call('root', 'POST', 'prices/create', {
      id_tarif,
      id_zone_from: a,
      id_zone_to: a,
      amount: 12,
    })
    expect(made.status, made.text).toBe(200)
    expect((await create({ id: a, id_tarif: other })).status).toBe(200)
    expect((await at.call('root', 'GET', 'prices', { id_tarif })).body.items).toEqual([])
  })

  test('who may not write a tariff hears nothing of the zones that are there', async () => {
    const branch = Number((await at.call('root', 'POST', 'branches/create', { name: 'Ajena' })).body.id)
    const id_tarif = Number(
      (await at.call('root', 'POST', 'tarifs/create', { name: 'De otra sucursal', id_branch: branch })).body.id,
    )
    await create({ id_tarif, name: 'Secreta', path: square(-12.1, -77.05) })
    const own = Number((await at.call('root', 'POST', 'branches/create', { name: 'Propia' })).body.id)
    const token = await staffOf(own)
    const draw = async (tarif: number) =>
      at.request({
        method: 'POST',
        url: '/api/admin/zones/create',
        token,
        payload: JSON.stringify({ id_tarif: tarif, name: 'Espía', path: square(-12.1, -77.05) }),
      })
    const { status, body, text } = await draw(id_tarif)
    expect([status, body.errors], text).toEqual([422, { id_tarif: 'Elija un registro de la lista.' }])
    expect(text).not.toContain('Secreta')
    const ownTariff = Number(
      (await at.call('root', 'POST', 'tarifs/create', { name: 'De la propia', id_branch: own })).body.id,
    )
    expect([(await draw(ownTariff)).status, (await draw(ownTariff)).body.overlaps]).toEqual([
      200,
      [expect.objectContaining({ name: 'Espía' })],
    ])
  })

  test('of too many corners their number is told, not what they meet', async () => {
    const id_tarif = await tarif('Círculos')
    const circle = (corners: number): JsonObject[] =>
      Array.from({ length: corners }, (_, i) => {
        const turn = (2 * Math.PI * i) / corners
        return { lat: -12 + 0.3 * Math.sin(turn), lng: -77 + 0.3 * Math.cos(turn) }
      })
    expect((await create({ id_tarif, name: 'Mil', path: circle(1000) })).status).toBe(200)
    const { status, body } = await create({ id_tarif, name: 'Mil y una', path: circle(1001) })
    expect([status, body.errors, body.overlaps]).toEqual([
      422,
      { path: 'Dibuje como máximo 1000 esquinas.' },
      undefined,
    ])
  })

  test('zones are found by what is typed, by whoever may see tariffs', async () => {
    const id_tarif = await tarif('Búsqueda')
    await create({ id_tarif, name: 'Peñón', path: square(-12.1, -77.05), color: '#112233' })
    const found = await at.call('reader', 'GET', 'zones/autocomplete', { id_tarif, query: 'penon' })
    expect(found.body.items).toMatchObject([{ name: 'Peñón', color: '#112233', id_tarif, ta_name: 'Búsqueda' }])
    expect((await at.call('none', 'GET', 'zones/autocomplete', {})).status).toBe(403)
    expect((await create({ id_tarif, name: 'Ajena', path: square(-12.3, -77.05) }, 'reader')).status).toBe(403)
  })

  test("a map's file with parts, holes or lines says in words what is wrong with each, and the rest is saved", async () => {
    const id_tarif = await tarif('Archivo')
    const ring = (lng: number) => [
      [lng, -12],
      [lng + 0.01, -12],
      [lng + 0.01, -12.01],
      [lng, -12.01],
      [lng, -12],
    ]
    const feature = (name: string, geometry: object | null) => ({
      type: 'Feature',
      properties: { name, color: '#00695c' },
      geometry,
    })
    const run = await bring(
      'zones',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          feature('Buena', { type: 'Polygon', coordinates: [ring(-77)] }),
          feature('Una parte', { type: 'MultiPolygon', coordinates: [[ring(-76.9)]] }),
          feature('Dos partes', { type: 'MultiPolygon', coordinates: [[ring(-76.8)], [ring(-76.7)]] }),
          feature('Hueco', { type: 'Polygon', coordinates: [ring(-76.6), ring(-76.599)] }),
          feature('Línea', { type: 'LineString', coordinates: ring(-76.5) }),
          feature('Sin área', null),
          feature('Cruzada', {
            type: 'Polygon',
            coordinates: [
              [
                [-76.4, -12],
                [-76.39, -12.01],
                [-76.39, -12],
                [-76.4, -12.01],
                [-76.4, -12],
              ],
            ],
          }),
          feature('Encima', { type: 'Polygon', coordinates: [ring(-77.005)] }),
        ],
      }),
      { id_tarif },
    )
    expect(Object.fromEntries(run.items.map(({ cells, errors }) => [cells['name'], errors['path'] ?? '']))).toEqual({
      Buena: '',
      'Una parte': '',
      'Dos partes': 'El área tiene 2 partes separadas. Ponga cada parte en un registro propio.',
      Hueco: 'El área tiene huecos (1). Dibújela con un solo borde, sin huecos.',
      Línea: 'No es un área (LineString). Use un polígono.',
      'Sin área': expect.stringMatching(/./) as string,
      Cruzada: expect.stringContaining('cruza') as string,
      Encima: expect.stringContaining('Buena') as string,
    })
    expect(run.counts).toMatchObject({ ok: 2, wrong: 6 })
    expect((await saveRun('zones', run.id)).counts).toMatchObject({ saved: 2, created: 2 })
    expect((await zones(id_tarif)).map(({ name }) => name)).toEqual(['Buena', 'Una parte'])
    await expect(bring('zones', '{"type":"FeatureCollection","features":[', { id_tarif })).resolves.toMatchObject({
      state: 'failed',
      msg: expect.stringContaining('GeoJSON') as string,
    })
    await expect(bring('zones', 'name\nA', { id_tarif: { x: 1 } } as unknown as JsonObject)).rejects.toThrow(
      'MALFORMED',
    )
  })

  /** Brings districts in, of which those named cannot be zones, and takes the others out and in again. */
  async function comeAndGo(path: string, count: number, wrong: readonly string[]): Promise<void> {
    const id_tarif = await tarif(`Distritos: ${count}`)
    const file = readFileSync(path, 'utf8')
    const given = (JSON.parse(file) as { features: Feature[] }).features.filter(
      ({ properties }) => !wrong.includes(String(properties.nombre)),
    )
    const run = await bring('zones', file, { id_tarif })
    expect(run.items.filter(({ errors }) => Object.keys(errors).length > 0).map(({ cells }) => cells['name'])).toEqual(
      wrong,
    )
    expect(run.counts).toMatchObject({ total: count + wrong.length, ok: count, wrong: wrong.length })
    expect((await saveRun('zones', run.id)).counts).toMatchObject({ saved: count, created: count })

    const out = await taken('zones', { id_tarif, columns: 'name,color,path,accept_overlap' })
    // The corners of the one outline, whichever comes first and whichever way it goes.
    const outline = ({ geometry }: Feature) => {
      const rings = (
        geometry?.type === 'MultiPolygon' ? (geometry.coordinates as number[][][][])[0] : geometry?.coordinates
      ) as number[][][] | undefined
      return rings?.[0]
        ?.map((pair) => pair.join())
        .slice(1)
        .sort()
    }
    expect(out).toHaveLength(count)
    for (const feature of given) {
      const back = out.find(({ properties }) => properties.name === feature.properties.nombre)
      expect(back && outline(back), String(feature.properties.nombre)).toEqual(outline(feature))
    }
    const again = await bring('zones', JSON.stringify({ type: 'FeatureCollection', features: out }), { id_tarif })
    expect((await saveRun('zones', again.id)).counts).toMatchObject({ total: count, unchanged: count })
    const csv = (await at.call('root', 'GET', 'zones', { id_tarif, columns: 'name,color,path', format: 'csv' })).text
    const sheet = await bring('zones', csv, { id_tarif })
    expect((await saveRun('zones', sheet.id)).counts).toMatchObject({ total: count, unchanged: count })
  }
  test("districts come in, go out equal as a map's file and as a sheet, and change nothing when they come back", () =>
    comeAndGo(OWN, 5, ['Puerto Viejo', 'Cerro Colorado']))
  test.skipIf(lima === null)('so do the 50 of Lima', () => comeAndGo(lima!, 50, []))

  test("a toll comes from a map's file and goes out as one, alone too", async () => {
    const gate = {
      type: 'Polygon',
      coordinates: [
        [
          [-77, -12],
          [-77, -12.01],
          [-76.99, -12.01],
          [-76.99, -12],
          [-77, -12],
        ],
      ],
    }
    const run = await bring(
      'tolls',
      JSON.stringify({ type: 'Feature', properties: { nombre: 'Peaje Norte', price: 7.5 }, geometry: gate }),
    )
    expect((await saveRun('tolls', run.id)).counts).toMatchObject({ created: 1 })
    const [toll] = await taken('tolls', {})
    expect(toll).toMatchObject({ properties: { name: 'Peaje Norte', price: 7.5 }, geometry: gate })
    const id = Number(toll?.properties.id)
    const one = await at.call('root', 'GET', `tolls/${id}`, { export: 'geojson' })
    expect((JSON.parse(one.text) as { features: Feature[] }).features).toHaveLength(1)
    expect((await at.call('root', 'POST', 'tolls/create', { name: 'Sin área', price: 1 })).body).toMatchObject({
      code: 'VALIDATION',
    })
  })
})
