import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { priceCalls } from '../../custom/fares/server/prices/price-calls'
import type { Json, JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import { cheapHash } from '../cheap-hash'
import { oneEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'
import { PASSWORD } from './fixture-users'
import { withBranch, type Files, userBranches } from './fixture-schemas'
import type { LogItem } from '../../src/client/resource/log/log-call'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as JsonObject

// The application's own tariffs, zones and prices; of the rest only what a branch's staff needs.
const { num_subscriptions: _, ...tarifFields } = read('schemas/tarifs.json').properties as JsonObject
const SCHEMAS: Files = {
  users: withBranch,
  branches: {
    title: 'Sucursal',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 80 } },
  },
  user_branches: userBranches({
    'x-scope': { branch: 'id_branch' },
    properties: { id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches' } },
  }),
  tarif_ranges: read('schemas/tarif_ranges.json'),
  tarifs: { ...read('schemas/tarifs.json'), properties: tarifFields },
  zones: read('schemas/zones.json'),
  prices: read('schemas/prices.json'),
}
const RESOURCES: Files = {
  tarifs: { title: 'Tarifas' },
  zones: { title: 'Zonas', module: 'tarifs' },
  prices: read('resources/prices.json'),
  user_branches: {},
}

const told: number[] = []
const feature: ServerFeature = {
  name: 'prices',
  needs: {},
  calls: priceCalls,
  hooks: [{ entity: 'prices', afterSaveMany: async (_context, saved) => void told.push(saved.length) }],
}
const SQUARE = [
  { lat: -12.1, lng: -77 },
  { lat: -12.1, lng: -77.1 },
  { lat: -12.2, lng: -77.1 },
]

interface Price extends JsonObject {
  readonly id: number
  readonly id_zone_from: number
  readonly id_zone_to: number
  readonly amount: Json
  readonly version: number
}
interface Conflict extends Price {
  readonly at: number
  readonly by: string | null
  readonly date: string | null
}

const soles = (amount: Json): string => `S/\u00a0${Number(amount).toFixed(2)}`

oneEngine((engine, open) => {
  describe('prices between zones', () => {
    let app: TestApp
    let token: { readonly [who: string]: string } = {}
    let north = 0
    let south = 0
    const tarifs: { [name: string]: number } = {}
    const zones: { [tarif: string]: readonly number[] } = {}

    const post = async (who: string, path: string, body: JsonObject): Promise<Answer> =>
      app.request({ method: 'POST', url: `/api/admin/${path}`, token: token[who] ?? '', payload: JSON.stringify(body) })
    const get = async (who: string, path: string): Promise<Answer> =>
      app.request({ method: 'GET', url: `/api/admin/${path}`, token: token[who] ?? '' })
    const make = async (path: string, body: JsonObject): Promise<number> => {
      const answer = await post('root', `${path}/create`, body)
      expect(answer.status, answer.text).toBe(200)
      return Number(answer.body.id)
    }
    const makeTarif = async (name: string, id_branch: number | null, names: readonly string[]): Promise<void> => {
      const id_tarif = await make('tarifs', { name, type: '2', id_branch })
      tarifs[name] = id_tarif
      const made: number[] = []
      for (const zone of names) made.push(await make('zones', { id_tarif, name: zone, path: SQUARE }))
      zones[name] = made
    }
    const matrix = async (who: string, tarif: string) => {
      const { status, body, text } = await get(who, `tarifs/${tarifs[tarif]}/prices`)
      expect(status, text).toBe(200)
      return body as JsonObject & { can_edit: boolean; zones: { id: number; name: string }[]; prices: Price[] }
    }
    const save = (who: string, prices: readonly JsonObject[]) => post(who, 'prices/save', { prices })
    const pair = (tarif: string, from: number, to: number, amount: Json, more: JsonObject = {}): JsonObject => ({
      id_zone_from: zones[tarif]?.[from] ?? 0,
      id_zone_to: zones[tarif]?.[to] ?? 0,
      amount,
      ...more,
    })

    beforeAll(async () => {
      told.length = 0
      app = await testApp({ open, schemas: SCHEMAS, resources: RESOURCES, features: [feature] })
      token = {
        root: await app.tokenFor('root'),
        reader: await app.tokenFor('reader'),
        companyA: await app.tokenFor('companyA'),
        none: await app.tokenFor('none'),
      }
      north = await make('branches', { name: 'Norte' })
      south = await make('branches', { name: 'Sur' })
      const role = await app.database.db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'Operador')
        .executeTakeFirstOrThrow()
      for (const [who, branch] of [
        ['ana', north],
        ['luis', north],
        ['rosa', south],
      ] as const) {
        await app.database.db
          .insertInto('users')
          .values({
            name: who,
            surname: 'Díaz',
            type_user: '1',
            email: `${who}@test.pe`,
            password: cheapHash(PASSWORD),
            language: 'es',
            id_role: role.id,
          })
          .execute()
        const { id } = await app.database.db
          .selectFrom('users')
          .select('id')
          .where('email', '=', `${who}@test.pe`)
          .executeTakeFirstOrThrow()
        await app.database.db
          .insertInto('user_branches')
          .values({ id_user: id, id_branch: branch } as never)
          .execute()
        const { body } = await app.login(`${who}@test.pe`)
        token = { ...token, [who]: String(body.token) }
      }
      await makeTarif('Norte', north, ['Ancón', 'Ñaña', 'Barranco'])
      await makeTarif('Sur', south, ['Lurín', 'Pucusana'])
      await makeTarif('Todas', null, ['Centro', 'Callao'])
    })

    test('a tariff begins without prices, its zones by name', async () => {
      const { zones: named, prices, can_edit, tarif } = await matrix('root', 'Norte')
      expect(named.map(({ name }) => name)).toEqual(['Ancón', 'Barranco', 'Ñaña'])
      expect({ prices, can_edit, tarif }).toEqual({
        prices: [],
        can_edit: true,
        tarif: { id: tarifs.Norte, name: 'Norte', type: '2' },
      })
    })

    test('prices are saved by their zones or by their id, blank ones made only where there was one, and logged', async () => {
      const first = await save('ana', [
        pair('Norte', 0, 1, 12.5),
        pair('Norte', 1, 0, '15.10'),
        pair('Norte', 2, 2, null),
      ])
      expect(first.status, first.text).toBe(200)
      expect(first.body.saved).toBe(2)
      const { prices } = await matrix('ana', 'Norte')
      expect(prices.map(({ amount }) => amount).toSorted()).toEqual([12.5, 15.1])
      const one = prices.find(({ amount }) => amount === 12.5)!
      // The spec's own form, which knows no version.
      const again = await save('ana', [{ id: one.id, amount: null }])
      expect(again.body).toMatchObject({ ok: true, saved: 1, prices: [{ id: one.id, amount: null, version: 2 }] })
      const { body: listed } = await get('ana', `prices?id_tarif=${tarifs.Norte}`)
      expect(
        (listed.items as JsonObject[]).map(({ zf_name, zt_name, amount }) => [zf_name, zt_name, amount]).toSorted(),
      ).toEqual(
        [
          ['Ancón', 'Ñaña', null],
          ['Ñaña', 'Ancón', 15.1],
        ].toSorted(),
      )
      const { rows } = await app.database.db
        .selectFrom('logs')
        .select(['type_log', 'title', 'note', 'changes'])
        .where('target', '=', 'prices')
        .orderBy('id')
        .execute()
        .then((found) => ({
          rows: found as unknown as { type_log: string; title: string; note: string | null; changes: JsonObject }[],
        }))
      expect(rows.map(({ type_log, title }) => [type_log, title])).toEqual([
        ['create', 'Ancón → Ñaña'],
        ['create', 'Ñaña → Ancón'],
        ['edit', 'Ancón → Ñaña'],
      ])
      expect(rows.map(({ note }) => note)).toEqual([null, null, 'unversioned'])
      expect(rows[2]?.changes).toMatchObject({ amount: { from: 12.5, to: null }, version: { from: 1, to: 2 } })
      expect(told).toEqual([2, 1])
      // Saved as it stands, it is no change.
      expect((await save('ana', [pair('Norte', 1, 0, 15.1)])).body).toMatchObject({
        saved: 0,
        prices: [{ version: 1 }],
      })
    })

    test('what is wrong is told at each price, and nothing of the call is saved', async () => {
      const before = (await matrix('root', 'Norte')).prices
      const { status, body } = await save('root', [
        pair('Norte', 0, 0, 7),
        pair('Norte', 0, 2, -1),
        pair('Norte', 2, 0, 1.234),
        pair('Norte', 2, 1, 'doce'),
        pair('Norte', 1, 1, 9),
      ])
      expect(status).toBe(422)
      expect(Object.keys(body.errors as object).toSorted()).toEqual([
        'prices.1.amount',
        'prices.2.amount',
        'prices.3.amount',
      ])
      expect((await matrix('root', 'Norte')).prices).toEqual(before)
    })

    test.each([
      [
        'a zone of another tariff',
        () => [{ ...pair('Norte', 0, 1, 5), id_zone_to: zones.Sur![0]! }],
        'prices.0.id_zone_to',
      ],
      [
        'a zone that is not there',
        () => [pair('Norte', 0, 0, 5), { id_zone_from: 999_999, id_zone_to: 1, amount: 5 }],
        'prices.1.id_zone_from',
      ],
      ['no zone at all', () => [{ amount: 5 }], 'prices.0.id_zone_from'],
      ['a zone beyond all numbers', () => [{ id_zone_from: 1e15, id_zone_to: 1, amount: 5 }], 'prices.0.id_zone_from'],
      ['a price beyond all numbers', () => [{ id: 3e9, amount: 5 }], 'prices.0.id'],
      ['a price that is not there', () => [{ id: 999_999, amount: 5 }], 'prices.0.id'],
      ['a direction twice', () => [pair('Norte', 0, 2, 5), pair('Norte', 0, 2, 6)], 'prices.1'],
      ['nothing', () => [], 'prices'],
    ] as const)('refuses %s', async (_what, prices, source) => {
      const { status, body } = await save('root', prices())
      expect([status, Object.keys(body.errors as object)]).toEqual([422, [source]])
    })

    test('who has no right on tariffs reads and saves nothing, who only sees them saves nothing', async () => {
      expect((await matrix('reader', 'Norte')).can_edit).toBe(false)
      expect((await save('reader', [pair('Norte', 0, 1, 5)])).status).toBe(403)
      for (const who of ['none', 'companyA', '']) {
        expect([403, 404, 401]).toContain((await get(who, `tarifs/${tarifs.Norte}/prices`)).status)
        expect([403, 404, 401]).toContain((await save(who, [pair('Norte', 0, 1, 5)])).status)
      }
    })

    test("a branch's staff meet their own tariffs, and those of all branches only to read", async () => {
      expect((await get('rosa', `tarifs/${tarifs.Norte}/prices`)).status).toBe(404)
      const id = (await matrix('ana', 'Norte')).prices[0]!.id
      expect((await save('rosa', [{ id, amount: 1 }])).status).toBe(404)
      expect((await save('rosa', [pair('Norte', 0, 1, 1)])).status).toBe(404)
      expect((await save('rosa', [pair('Sur', 0, 1, 1), pair('Norte', 0, 1, 1)])).status).toBe(404)
      expect((await matrix('rosa', 'Sur')).prices).toEqual([])
      expect((await matrix('rosa', 'Todas')).can_edit).toBe(false)
      expect((await save('rosa', [pair('Todas', 0, 1, 1)])).status).toBe(422)
      expect((await save('root', [pair('Todas', 0, 1, 30)])).status).toBe(200)
      expect((await save('rosa', [pair('Todas', 0, 1, 1)])).status).toBe(403)
      expect((await matrix('rosa', 'Todas')).prices.map(({ amount }) => amount)).toEqual([30])
    })

    test('a price that somebody changed meanwhile is told and not overwritten, beside all others of the call', async () => {
      const read = (await matrix('luis', 'Norte')).prices.find(({ amount }) => amount === 15.1)!
      expect(
        (
          await save('ana', [
            { id: read.id, amount: 16, version: read.version },
            pair('Norte', 2, 0, 20, { version: 0 }),
          ])
        ).status,
      ).toBe(200)
      const { status, body } = await save('luis', [
        pair('Norte', 0, 0, 8, { version: 0 }),
        pair('Norte', 1, 0, 17, { version: read.version }),
        pair('Norte', 2, 0, 21, { version: 0 }),
      ])
      expect([status, body.code]).toEqual([409, 'CONFLICT'])
      expect(body.msg).toBe('ana Díaz cambió 2 precios mientras usted los editaba.')
      expect(
        (body.conflicts as unknown as Conflict[]).map(({ at, amount, by, version, date }) => [
          at,
          amount,
          by,
          version,
          typeof date,
        ]),
      ).toEqual([
        [1, 16, 'ana Díaz', 2, 'string'],
        [2, 20, 'ana Díaz', 1, 'string'],
      ])
      const after = (await matrix('luis', 'Norte')).prices
      expect(
        after
          .map(({ amount }) => amount)
          .filter((amount) => amount !== null)
          .toSorted(),
      ).toEqual([16, 20])
      // The same amount twice is nobody's loss; whoever knows of the change may write over it.
      expect((await save('luis', [pair('Norte', 1, 0, 16, { version: read.version })])).body).toMatchObject({
        saved: 0,
      })
      expect((await save('luis', [pair('Norte', 1, 0, 17, { version: 2 })])).body).toMatchObject({ saved: 1 })
    })

    test("a tariff's activity says which prices between which zones changed, from what to what", async () => {
      await save('ana', [pair('Norte', 2, 0, 17), pair('Norte', 2, 1, 20)])
      const before = (await matrix('ana', 'Norte')).prices
      const [one, other] = before.filter(({ amount }) => amount !== null)
      if (!one || !other) throw new Error('the tariff has no two prices')
      await save('ana', [
        { id: one.id, amount: 31.5 },
        { id: other.id, amount: 32 },
      ])
      const activity = async (who: string, tarif: string, more = '') =>
        (await get(who, `logs?target=tarifs&id_target=${tarifs[tarif]}${more}`)).body.items as unknown as LogItem[]
      const named = new Map((await matrix('ana', 'Norte')).zones.map(({ id, name }) => [id, name]))
      const nameOf = ({ id_zone_from: from, id_zone_to: to }: Price) => `${named.get(from)} → ${named.get(to)}`
      const label = (price: Price) => `${nameOf(price)} · Precio`
      const [line] = await activity('ana', 'Norte')
      expect(line).toMatchObject({
        type_log_name: 'Modificó',
        user_name: 'ana Díaz',
        part: true,
        targets: [{ name: 'Precios entre zonas (2)' }],
        changes: [
          { label: label(one), from: soles(one.amount), to: soles(31.5) },
          { label: label(other), from: soles(other.amount), to: soles(32) },
        ],
      })
      // One price alone is named; a zone that goes is told too, and pages follow each other over both.
      await save('ana', [{ id: one.id, amount: null }])
      const zone = await make('zones', { id_tarif: tarifs.Norte ?? 0, name: 'Comas', path: SQUARE, accept_overlap: 1 })
      await post('root', 'zones/remove', { id: zone })
      const [gone, made, single, second] = await activity('ana', 'Norte')
      expect([gone, made].map((entry) => [entry?.type_log_name, entry?.targets[0]?.name])).toEqual([
        ['Eliminó', 'Comas'],
        ['Registró', 'Comas'],
      ])
      expect(single).toMatchObject({
        targets: [{ name: nameOf(one) }],
        changes: [{ label: 'Precio', from: soles(31.5), to: null }],
      })
      expect(second?.id).toBe(line?.id)
      expect((await activity('ana', 'Norte', `&limit=1&before=${single?.id}`)).map(({ id }) => id)).toEqual([line?.id])
      expect((await activity('root', 'Sur')).filter(({ targets }) => targets[0]?.name.startsWith('Precio'))).toEqual([])
      expect((await get('rosa', `logs?target=tarifs&id_target=${tarifs.Norte}`)).body.items).toEqual([])
    })

    test("a tariff's activity says what changed within a row of its form, not only which rows there are", async () => {
      const ranges = [
        { measure: 'km', from: 0, price: 2 },
        { measure: 'km', from: 5, price: 3 },
      ]
      const id = await make('tarifs', { name: 'Por tramos', type: '1', use_ranges: 1, ranges })
      const { body } = await get('root', `tarifs/${id}`)
      const [first, second] = (body.item as JsonObject).ranges as unknown as JsonObject[]
      const version = (body.item as JsonObject).version ?? 1
      const changed = { id, version, ranges: [first, { ...second, price: 3.5 }] as unknown as Json }
      expect((await post('root', 'tarifs/create', changed)).status).toBe(200)
      const lines = (await get('root', `logs?target=tarifs&id_target=${id}`)).body.items as unknown as LogItem[]
      expect(lines.map(({ type_log }) => type_log)).toEqual(['edit', 'edit', 'create'])
      const changes = lines.find(({ part }) => part)?.changes
      expect(changes).toMatchObject([{ label: 'Precio por unidad', from: soles(3), to: soles(3.5) }])
    })

    test('two who save the same new prices at once: one does, the other is told', async () => {
      const half = async (who: string, amount: number, turned: boolean): Promise<Answer> => {
        const all = [0, 1, 2]
          .flatMap((from) => [0, 1, 2].map((to) => [from, to] as const))
          .filter(([from, to]) => from === to || from === 2)
        const known = new Map(
          (await matrix(who, 'Norte')).prices.map((price) => [
            `${price.id_zone_from}:${price.id_zone_to}`,
            price.version,
          ]),
        )
        const prices = all.map(([from, to]) => {
          const one = pair('Norte', from, to, amount)
          return { ...one, version: known.get(`${one.id_zone_from}:${one.id_zone_to}`) ?? 0 }
        })
        return save(who, turned ? prices.toReversed() : prices)
      }
      for (let round = 0; round < (engine === 'postgres' ? 8 : 2); round++) {
        const answers = await Promise.all([half('ana', 100 + round, false), half('luis', 200 + round, true)])
        const states = answers.map(({ status }) => status)
        // Who reads after the other has saved writes over it, knowingly.
        expect([
          [200, 409],
          [409, 200],
          [200, 200],
        ]).toContainEqual(states)
        const amounts = (await matrix('root', 'Norte')).prices
          .filter(({ amount }) => Number(amount) >= 100)
          .map(({ amount }) => amount)
        // All of one or all of the other, never a mixture.
        expect(new Set(amounts).size).toBe(1)
        expect(amounts).toHaveLength(5)
      }
    })

    test('fifty zones have their 2,500 prices saved in one call, and changed in another', async () => {
      await makeTarif(
        'Grande',
        north,
        Array.from({ length: 50 }, (_, at) => `Zona ${String(at).padStart(2, '0')}`),
      )
      const ids = (await matrix('root', 'Grande')).zones.map(({ id }) => id)
      expect(ids).toHaveLength(50)
      const all = ids.flatMap((id_zone_from, row) =>
        ids.map((id_zone_to, column) => ({ id_zone_from, id_zone_to, amount: row * 50 + column, version: 0 })),
      )
      const times: number[] = []
      const timed = async (prices: readonly JsonObject[]): Promise<Answer> => {
        const begun = performance.now()
        const answer = await save('ana', prices)
        times.push(Math.round(performance.now() - begun))
        return answer
      }
      told.length = 0
      expect((await timed(all)).body).toMatchObject({ ok: true, saved: 2500 })
      const { prices } = await matrix('ana', 'Grande')
      expect(prices).toHaveLength(2500)
      expect(
        (await timed(prices.map(({ id, amount, version }) => ({ id, amount: Number(amount) + 1, version })))).body,
      ).toMatchObject({ saved: 2500 })
      expect(told).toEqual([2500, 2500])
      const after = new Map(
        (await matrix('ana', 'Grande')).prices.map(({ id, amount, version }) => [id, [amount, version]]),
      )
      expect(
        prices.every(({ id, amount }) => JSON.stringify(after.get(id)) === JSON.stringify([Number(amount) + 1, 2])),
      ).toBe(true)
      const { count } = await app.database.db
        .selectFrom('logs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('target', '=', 'prices')
        .where('date_created', '>', new Date(Date.now() - 600_000) as never)
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBeGreaterThanOrEqual(5000)
      console.log(`${engine}: 2,500 prices put in after ${times[0]} ms, changed after ${times[1]} ms`)
    })
  })
})
