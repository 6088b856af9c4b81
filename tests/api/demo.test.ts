import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { CALLER_EMAIL } from '../../custom/demo/model/caller-account'
import { driverEmail } from '../../custom/demo/model/driver-account'
import { demoFeature } from '../../custom/demo/server'
import { readFare } from '../../custom/fares/server'
import { DISTRICTS } from '../../custom/streets/model/districts'
import type { LatLng } from '../../custom/geometry/model/lat-lng'
import { decodeLine } from '../../custom/geometry/model/polyline'
import { STREETS } from '../../custom/streets/model/streets'
import { ownStreets } from '../../custom/streets/server/own-streets'
import { snap } from '../../custom/streets/server/snap'
import { fieldTypes } from '../../src/fields/data'
import { fieldSql } from '../../src/fields/sql'
import type { Entity } from '../../src/model/entity'
import type { Json, JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import { withSetValues } from '../../src/model/validation/set-values'
import { validateRecord } from '../../src/model/validation/validate'
import { passwordFits } from '../../src/server/language/actor/password'
import type { Database } from '../../src/server/platform/database/database'
import { firstRun } from '../../src/server/boot/demo/first-run'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { readWords } from '../../src/server/language/words/read-words'
import { APPLICATION } from '../application'
import { oneEngine } from '../engines'

const root = join(import.meta.dirname, '../..')
const features = APPLICATION
const words = readWords(join(root, 'i18n'))
const OFF_STREET_M = 30
/** Lima has no summer time. */
const LIMA_MS = 5 * 3_600_000

oneEngine((_engine, open) => {
  let database: Database
  let model: Model
  let rows: Map<string, Map<number, JsonObject>>

  beforeAll(async () => {
    model = checkedModel(await readSourceFiles(root), features)
    database = await open()
    const prepare = () => prepareDatabase(database, model, features, words, () => {})
    await prepare()
    const began = performance.now()
    await firstRun({ database, model, features, demo: true, scale: 1, log: () => {}, prepare })
    console.log(`the demo was made in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    rows = new Map()
    for (const entity of Object.values(model.entities)) rows.set(entity.name, await readAll(database, entity))
  })

  describe('the demo', () => {
    test('is not written to by a start: what earlier versions wrote is changed beside it', async () => {
      const tables = Object.keys(model.entities).filter((name) => existsSync(join(root, 'schemas', `${name}.json`)))
      await sql`create table told (name text)`.execute(database.db)
      await sql`create function tell_write() returns trigger language plpgsql as
        $$ begin insert into told values (tg_table_name); return null; end $$`.execute(database.db)
      // Once a statement, whether it finds rows or not.
      for (const name of tables) {
        await sql`create trigger tell_write after insert or update or delete on ${sql.table(name)}
          for each statement execute function tell_write()`.execute(database.db)
      }
      await prepareDatabase(database, model, features, words, () => {})
      const { rows: told } = await sql<{ name: string }>`select distinct name from told`.execute(database.db)
      await sql`drop function tell_write() cascade`.execute(database.db)
      await sql`drop table told`.execute(database.db)
      expect([tables.length > 50, told]).toEqual([true, []])
    })

    test('every row would pass its form', () => {
      const now_ms = Date.now()
      const setting: JsonObject = {}
      const wrong = Object.values(model.entities).flatMap((entity) =>
        [...recordsOf(entity.name)].flatMap(([id, record]) => {
          const errors = validateRecord(entity, fieldTypes, record, {
            record: withPaths(entity, record),
            user: {},
            setting,
            now_ms,
          })
          // What refers to several stands in a table of its own.
          return Object.entries(errors)
            .filter(([field]) => !entity.fields[field]?.virtual)
            .map(([field, error]) => `${entity.name} ${id} ${field} ${error.key} ${JSON.stringify(record[field])}`)
        }),
      )
      expect(wrong).toEqual([])
    })

    test('has as many rows as a small company', () => {
      const count = (entity: string, of: (record: JsonObject) => boolean = () => true) =>
        [...recordsOf(entity).values()].filter(of).length
      expect(count('branches')).toBe(3)
      expect([count('companies', ({ type }) => type === '1'), count('companies', ({ type }) => type === '2')]).toEqual([
        10, 2,
      ])
      expect(['1', '2', '3', '4'].map((type) => count('users', ({ type_user }) => type_user === type))).toEqual([
        5, 60, 164, 1,
      ])
      expect([count('vehicles'), count('vehicle_positions')]).toEqual([60, 60])
      expect(count('locations', ({ type }) => type !== 'office')).toBeGreaterThan(110)
      expect(['1', '2', '3', '4'].map((type) => count('tarifs', (one) => one.type === type))).toEqual([4, 1, 1, 1])
      expect([
        count('zones'),
        count('tolls'),
        count('products'),
        count('promotions'),
        count('high_demands'),
        count('subscriptions'),
      ]).toEqual([14, 4, 10, 10, 7, 6])
      expect(count('prices')).toBeGreaterThan(150)
    })

    test('a driver has one vehicle, and only those who drive have one', () => {
      const driven = [...recordsOf('vehicles').values()].flatMap(({ id_user }) => (id_user === null ? [] : [id_user]))
      expect(new Set(driven).size).toBe(driven.length)
      expect(
        driven.filter((id) => {
          const driver = recordsOf('users').get(Number(id))
          return driver?.type_user !== '2' || driver.state !== '1'
        }),
      ).toEqual([])
    })

    test('what a rule sets is set, and no promotion was used more often than it may be', () => {
      const now_ms = Date.now()
      for (const entity of Object.values(model.entities)) {
        for (const record of recordsOf(entity.name).values())
          expect(
            withSetValues(entity, record, (values) => ({ record: values, user: {}, setting: {}, now_ms })),
          ).toEqual(record)
      }
      const uses = [...recordsOf('promotion_uses').values()].map(({ id_promotion }) => id_promotion)
      for (const [id, { code, use_limit }] of recordsOf('promotions'))
        expect(uses.filter((one) => one === id).length, String(code)).toBeLessThanOrEqual(Number(use_limit ?? 1000))
    })

    test('a toll stands on the way, and a zone is where its district is', () => {
      const ringOf = (value: Json | undefined) =>
        (value as unknown as { lat: number; lng: number }[]).map(({ lat, lng }): LatLng => [lat, lng])
      const passes = (ring: readonly LatLng[]) =>
        STREETS.filter(({ kind, points }) => kind === 'expressway' && points.some((at) => isInside(at, ring)))
      for (const { name, coordinates } of recordsOf('tolls').values())
        expect(passes(ringOf(coordinates)).length, String(name)).toBeGreaterThan(0)
      for (const { name, path } of recordsOf('zones').values())
        expect(ringOf(path)).toEqual(DISTRICTS.find((one) => one.name === name)?.outline.map((corner) => [...corner]))
    })

    test('every company has its administrator, of its own branch', () => {
      const people = [...recordsOf('users').values()]
      for (const [id, company] of recordsOf('companies')) {
        const mine = people.filter(({ id_company }) => id_company === id)
        const administered = mine.some(({ id_role }) => recordsOf('roles').get(Number(id_role))?.corporate === 1)
        expect(administered, String(company.name)).toBe(company.type === '1')
        expect(mine.filter(({ id_branch }) => id_branch !== company.id_branch)).toEqual([])
      }
    })

    test('every row has its line in the activity log, dated as the row', async () => {
      const { rows: bare } = await sql<{ n: number }>`
        select count(*)::int as n from vehicles v
        left join logs l on l.target = 'vehicles' and l.id_target = v.id and l.date_created = v.date_created
        where l.id is null`.execute(database.db)
      expect(bare[0]?.n).toBe(0)
    })

    test('who serves the simulated callers may do what a call takes, and nothing else', async () => {
      const { rows } = await sql<{ module: string; edit: boolean; all_modules: string }>`
        select m.key as module, rm.edit, r.all_modules::text as all_modules from users u
        join roles r on r.id = u.id_role
        join role_modules rm on rm.id_role = r.id and rm.see join modules m on m.id = rm.id_module
        where u.email = ${CALLER_EMAIL} order by m.key collate "C"`.execute(database.db)
      expect(new Set(rows.map(({ all_modules }) => all_modules))).toEqual(new Set(['0']))
      expect(rows.map(({ module, edit }) => [module, edit])).toEqual([
        ['actives', false],
        ['clients', false],
        ['dispatcher', true],
        ['panics', true],
      ])
    })

    test('every account is there, with the password that is told', async () => {
      for (const { email, password } of demoFeature.demoAccounts ?? []) {
        const account = await database.db
          .selectFrom('users')
          .select(['password', 'state'])
          .where('email', '=', email)
          .executeTakeFirst()
        expect(account?.state, email).toBe('1')
        expect(await passwordFits(password, String(account?.password)), email).toBe(true)
      }
      expect(demoFeature.demoAccounts).toHaveLength(10)
    })

    test('an alert fires only where the record has each value that its sentences name', () => {
      const [modules, texts] = [recordsOf('modules'), [...recordsOf('alert_texts').values()]]
      const told = [...recordsOf('alerts')].flatMap(([id, alert]) => {
        const entity =
          model.entities[model.resources[String(modules.get(Number(alert['id_module']))?.['key'])]?.entity ?? '']
        const said = [alert, ...texts.filter(({ id_alert }) => id_alert === id)]
          .map(({ subject, body }) => `${String(subject)} ${String(body)}`)
          .join(' ')
        const named = new Set([...said.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name))
        return [...named]
          .filter((name) => name !== 'id' && !entity?.fields[name]?.required)
          .map((name) => [alert['name'], name, (alert['rule'] as { [field: string]: Json } | null)?.[name] ?? null])
      })
      expect(told.length).toBeGreaterThan(0)
      expect(told).toEqual(told.map(([alert, name]) => [alert, name, { isNull: false }]))
    })

    test('a second start adds nothing', async () => {
      const count = async () =>
        (await sql<{ n: number }>`select count(*)::int as n from users`.execute(database.db)).rows[0]?.n
      const before = await count()
      await firstRun({ database, model, features, demo: true, scale: 1, log: () => {}, prepare: async () => {} })
      expect(await count()).toBe(before)
    })

    test('nobody is connected before a device speaks: no vehicle online, no open shift, no ride under way', () => {
      expect(
        [...recordsOf('vehicle_positions').values()].filter(({ availability }) => availability !== 'offline'),
      ).toEqual([])
      expect([...recordsOf('driver_shifts').values()].filter(({ state }) => state !== 'closed')).toEqual([])
      const asked = new Set([...recordsOf('service_validations').values()].map(({ id_service }) => id_service))
      // What is neither over nor booked waits for the answer of its company.
      const states = new Set(
        [...recordsOf('services')].map(([id, { state }]) => (state === 'created' && asked.has(id) ? 'asked' : state)),
      )
      expect(states).toEqual(new Set(['finalized', 'canceled', 'scheduled', 'asked']))
    })

    test('a past ride cost what its fare says, and happened in the order of its steps', async () => {
      const rides = [...recordsOf('services')].filter(([, { state }]) => state === 'finalized')
      expect(rides.length).toBeGreaterThan(80)
      // Each fare once: older rides were ridden before at the price of later ones.
      const priced = rides.filter(
        ([, { id_fare }], index) => rides.findIndex(([, other]) => other.id_fare === id_fare) === index,
      )
      for (const [id, ride] of priced) {
        const fare = await readFare(database.db, Number(ride.id_fare))
        expect(fare?.again.lines, `service ${id}`).toEqual(fare?.lines)
        expect(ride.price_total).toBe(fare?.total)
        expect(Number(ride.price_fee) + Number(ride.price_driver)).toBeLessThanOrEqual(Number(ride.price_total) + 0.001)
        const steps = [
          'date_created',
          'date_requested',
          'date_accepted',
          'date_onway',
          'date_waiting',
          'date_started',
          'date_arrived',
          'date_finalized',
        ]
        const at = steps.map((step) => Date.parse(String(ride[step])))
        expect([...at].sort((one, other) => one - other)).toEqual(at)
        const stops = [...recordsOf('service_stops').values()].filter(({ id_service }) => id_service === id)
        expect(stops.map(({ address }) => address)).toEqual([ride.org_address, ride.dst_address])
      }
    })

    test('rides, their trackings and groupings follow the streets, and a grouping has one duration', async () => {
      const onStreet = (at: LatLng): boolean => snap(streets, at, OFF_STREET_M) !== null
      const { rows: drawn } = await sql<{ id: number; polyline: string }>`
        select id, polyline from services where id % 7 = 0 and polyline is not null union all select id, polyline
        from groupings`.execute(database.db)
      const lines = drawn.map(({ id, polyline }) => [id, decodeLine(polyline)] as const)
      const streets = await ownStreets()
      // A grouping's way also passes the doors of its passengers.
      expect(
        lines
          .filter(([, points]) => points.slice(1, -1).filter((at) => !onStreet(at)).length > points.length / 3)
          .map(([id]) => id),
      ).toEqual([])
      // A way without a corner and not along a street crosses houses.
      const straight = lines.filter(
        ([, [from, to, ...more]]) =>
          from && to && more.length === 0 && !onStreet([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]),
      )
      expect(straight).toEqual([])
      const { rows: fixes } = await sql<{ lat: number; lng: number }>`
        select lat, lng from trackings where speed > 0 order by id limit 500`.execute(database.db)
      expect(fixes.length).toBeGreaterThan(100)
      expect(fixes.filter(({ lat, lng }) => !onStreet([lat, lng])).length).toBeLessThan(fixes.length / 5)
      for (const [id, { duration, date_start, date_arrival }] of recordsOf('groupings')) {
        expect(
          (Date.parse(String(date_arrival)) - Date.parse(String(date_start))) / 1000,
          `grouping ${id}`,
        ).toBeCloseTo(Number(duration), -1)
        const plans = [...recordsOf('grouping_plans').values()].filter(({ id_grouping }) => id_grouping === id)
        expect(plans.map((plan) => plan.duration)).toEqual(plans.map(() => duration))
      }
    })

    test('a ride that is reviewed differs from what was agreed, as its reason says', async () => {
      const reviewed = [...recordsOf('services')].filter(([, { review }]) => review !== null)
      expect(reviewed.length).toBeGreaterThan(10)
      const { rows: ends } = await sql<{ id: number; agreed: number }>`
        select id_target as id, (changes -> 'price_total' ->> 'from')::float8 as agreed from logs
        where target = 'services' and type_log = 'service_finalize'`.execute(database.db)
      const agreedOf = new Map(ends.map(({ id, agreed }) => [Number(id), agreed]))
      for (const [id, { review_why, price_total, price_toll, review, id_user_reviewed }] of reviewed) {
        const agreed = agreedOf.get(id) ?? Number.NaN
        if (review_why === 'tolls')
          expect([Number(price_toll) > 0, agreed], `service ${id}`).toEqual([
            true,
            Math.round((Number(price_total) - Number(price_toll)) * 100) / 100,
          ])
        else
          expect([review_why, Math.abs(Number(price_total) - agreed) / agreed > 0.2], `service ${id}`).toEqual([
            'price',
            true,
          ])
        expect(id_user_reviewed !== null, `service ${id}`).toBe(review === 'done')
      }
    })

    test('a ride that was paid online says so', () => {
      const payments = [...recordsOf('payments').values()]
      const typeOf = (id: Json | undefined) => recordsOf('payment_methods').get(Number(id))?.['type']
      const said = payments.map(({ id_service }) =>
        typeOf(recordsOf('services').get(Number(id_service))?.['id_payment']),
      )
      expect([payments.length, new Set(said)]).toEqual([12, new Set(['prepaid'])])
    })

    test('an invoice bills every ride of its company in its days, each once, and a settlement pays those of its driver', () => {
      const cents = (value: Json | undefined): number => Math.round(Number(value ?? 0) * 100)
      const sum = (records: readonly JsonObject[], f: string): number =>
        records.reduce((all, record) => all + cents(record[f]), 0)
      const dayOf = (at: Json | undefined): string =>
        new Date(Date.parse(String(at)) - LIMA_MS).toISOString().slice(0, 10)
      const within = (record: JsonObject, from: Json | undefined, to: Json | undefined) =>
        dayOf(record['date_created']) >= String(from) && dayOf(record['date_created']) <= String(to)
      const ridesOf = (f: string, id: Json | undefined, from: Json | undefined, to: Json | undefined) =>
        [...recordsOf('services').values()].filter(
          (ride) => ride['state'] === 'finalized' && ride[f] === id && within(ride, from, to),
        )
      const linesOf = (entity: string, f: string, id: number) =>
        [...recordsOf(entity).values()].filter((line) => line[f] === id)
      const isCash = ({ id_payment }: JsonObject): boolean =>
        recordsOf('payment_methods').get(Number(id_payment))?.['type'] === 'cash'
      for (const [entity, payer, count] of [
        ['invoices', 'id_company', 5],
        ['liquidations', 'id_driver', 6],
      ] as const)
        expect(new Set([...recordsOf(entity).values()].map((one) => one[payer])).size, `${entity}: one for each`).toBe(
          count,
        )
      for (const [id, { id_company, id_company_area = null, date_from, date_to, base, total }] of recordsOf(
        'invoices',
      )) {
        const rides =
          id_company_area === null
            ? ridesOf('id_company', id_company, date_from, date_to)
            : ridesOf('id_company_area', id_company_area, date_from, date_to)
        const lines = linesOf('invoice_items', 'id_invoice', id)
        expect(rides.length, `invoice ${id}`).toBeGreaterThan(0)
        expect(
          lines.reduce((all, { name }) => all + Number(/(\d+) servicio/.exec(String(name))?.[1]), 0),
          `invoice ${id}`,
        ).toBe(rides.length)
        // Some amounts with tax are those of no amount without it.
        expect(Math.abs(cents(total) - sum(rides, 'price_total')), `invoice ${id}`).toBeLessThanOrEqual(1)
        expect(sum(lines, 'amount'), `invoice ${id}`).toBe(cents(base))
      }
      expect([...recordsOf('invoices').values()].filter(({ by }) => by === 'area')).toHaveLength(1)
      expect([...recordsOf('services').values()].some((ride) => (ride['id_company_ceco'] ?? null) !== null)).toBe(true)
      const wallets = [...recordsOf('wallets').values()]
      for (const [
        id,
        { id_driver, date_from, date_to, amount, amount_price_driver, state, number, date_paid },
      ] of recordsOf('liquidations')) {
        const rides = ridesOf('id_driver', id_driver, date_from, date_to)
        expect(cents(amount_price_driver), `settlement ${id}`).toBe(sum(rides, 'price_driver'))
        expect(
          [cents(amount), sum(linesOf('liquidation_items', 'id_liquidation', id), 'amount')],
          `settlement ${id}`,
        ).toEqual([
          sum(
            rides.filter((ride) => !isCash(ride)),
            'price_driver',
          ) - sum(rides.filter(isCash), 'price_fee'),
          cents(amount),
        ])
        const paid = wallets.filter(
          ({ id_user, name }) => number !== null && id_user === id_driver && String(name).includes(String(number)),
        )
        expect(
          paid.map((one) => [cents(one['effect']), dayOf(one['date_created'])]),
          `settlement ${id}`,
        ).toEqual(state === '3' ? [[cents(amount), date_paid]] : [])
      }
      for (const { id_user, date_created, amount } of wallets.filter(({ name }) =>
        String(name).startsWith('Comisión'),
      )) {
        const [from, to] = [3, 1].map((days) =>
          dayOf(new Date(Date.parse(String(date_created)) - days * 86_400_000).toISOString()),
        )
        expect(cents(amount), `commission of ${id_user}`).toBe(
          sum(ridesOf('id_driver', id_user, from, to).filter(isCash), 'price_fee'),
        )
      }
      for (const id of new Set(wallets.map(({ id_user }) => id_user))) {
        const mine = wallets.filter(({ id_user, state }) => id_user === id && state === '2')
        expect(
          mine.map(({ balance }) => cents(balance)),
          `wallet of ${id}`,
        ).toEqual(mine.map((_, at) => sum(mine.slice(0, at + 1), 'effect')))
        expect(cents(recordsOf('users').get(Number(id))?.['wallet_balance']), `wallet of ${id}`).toBe(
          sum(mine, 'effect'),
        )
      }
    })

    test('no driver has two rides at once, and each ride is within a shift of its driver', () => {
      const shifts = [...recordsOf('driver_shifts').values()]
      const rides = [...recordsOf('services').values()].filter(({ state }) => state === 'finalized')
      expect(rides.some(({ id_grouping }) => id_grouping)).toBe(true)
      for (const id of new Set(rides.map(({ id_driver }) => id_driver))) {
        const mine = rides
          .filter(({ id_driver }) => id_driver === id)
          .sort((a, b) => (String(a.date_accepted) < String(b.date_accepted) ? -1 : 1))
        // Rides of one grouping share their vehicle and its time.
        const shares = (one: JsonObject | undefined, other: JsonObject) =>
          Boolean(other['id_grouping']) && one?.['id_grouping'] === other['id_grouping']
        expect(
          mine.filter(
            (ride, at) =>
              at > 0 &&
              !shares(mine[at - 1], ride) &&
              String(ride.date_accepted) < String(mine[at - 1]?.date_finalized),
          ),
        ).toEqual([])
        const hours = shifts
          .filter((shift) => shift.id_driver === id)
          .sort((a, b) => (String(a.date_start) < String(b.date_start) ? -1 : 1))
        expect(
          hours.filter(({ date_start }, at) => at > 0 && String(date_start) < String(hours[at - 1]?.date_end)),
        ).toEqual([])
        const outside = mine.filter(
          (ride) =>
            !shifts.some(
              (shift) =>
                shift.id_driver === id &&
                shift.id_vehicle === ride.id_vehicle &&
                String(shift.date_start) <= String(ride.date_accepted) &&
                String(ride.date_finalized) <= String(shift.date_end),
            ),
        )
        expect(outside).toEqual([])
      }
    })

    test('a client who rides often has places that they ride to again and again', () => {
      const member = [...recordsOf('users')].find(([, { email }]) => email === 'member@demo.test')?.[0]
      const mine = [...recordsOf('services').values()].filter(({ id_client }) => id_client === member)
      const places = mine.flatMap(({ org_address, dst_address }) => [org_address, dst_address])
      expect(mine.length).toBeGreaterThan(3)
      expect(new Set(places).size).toBeLessThan(places.length / 2)
    })

    test('keeps its drivers for a year: the papers of two or three run out within a month, those of the others after more than 400 days', () => {
      const days = (date: Json | undefined) => (Date.parse(String(date)) - Date.now()) / 86_400_000
      const left = [...recordsOf('vehicles')].flatMap(([, { id_user, date_insurance }]) => {
        const driver = rows.get('users')?.get(Number(id_user))
        return driver ? [days(date_insurance), days(driver['date_license'])] : []
      })
      const soon = left.filter((one) => one < 30)
      expect(left.length).toBeGreaterThan(90)
      expect([soon.length >= 2, soon.length <= 3, Math.min(...soon) > 2]).toEqual([true, true, true])
      expect(left.filter((one) => one >= 30 && one < 398)).toEqual([])
      // The first drivers are those whom people log in as.
      expect(left.slice(0, 10).filter((one) => one < 30)).toEqual([])
    })

    test('every active driver may log in, by their number in the list', async () => {
      const active = [...recordsOf('users').values()].filter(
        ({ type_user, state }) => type_user === '2' && state === '1',
      )
      expect(active.map(({ email }) => email)).toEqual(active.map((_, index) => driverEmail(index + 1)))
    })
  })

  const recordsOf = (entity: string): Map<number, JsonObject> => rows.get(entity) ?? new Map()

  /** A record with the fields of what it refers to under dotted names, as rules ask for them. */
  function withPaths(entity: Entity, record: JsonObject): JsonObject {
    const paths = Object.values(entity.fields).flatMap((field) => {
      const target = field.ref ? recordsOf(field.ref.to).get(Number(record[field.name])) : undefined
      return Object.entries(target ?? {}).map(([name, value]): [string, Json] => [`${field.name}.${name}`, value])
    })
    return { ...record, ...Object.fromEntries(paths) }
  }
})

const isInside = ([lat, lng]: LatLng, ring: readonly LatLng[]): boolean => {
  const [lats, lngs] = [ring.map((corner) => corner[0]), ring.map((corner) => corner[1])]
  return lat > Math.min(...lats) && lat < Math.max(...lats) && lng > Math.min(...lngs) && lng < Math.max(...lngs)
}

async function readAll({ db }: Database, entity: Entity): Promise<Map<number, JsonObject>> {
  const fields = Object.values(entity.fields).filter(
    ({ secret, type, virtual }) => !secret && !virtual && type !== 'password',
  )
  const found = await db
    .selectFrom(entity.name)
    .select(fields.map(({ name }) => name))
    .orderBy('id')
    .execute()
  return new Map(
    found.map((row) => [
      Number(row.id),
      Object.fromEntries(
        fields.map((field): [string, Json] => {
          const raw = row[field.name]
          return [
            field.name,
            raw === null || raw === undefined ? null : fieldSql[field.type as keyof typeof fieldSql].decode(raw, field),
          ]
        }),
      ),
    ]),
  )
}
