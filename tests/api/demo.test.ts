import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoFeature } from '../../custom/demo/server'
import { dispatcher } from '../../custom/dispatcher/server'
import { fares } from '../../custom/fares/server'
import { DISTRICTS } from '../../custom/geo/model/districts'
import type { LatLng } from '../../custom/geo/model/lat-lng'
import { STREETS } from '../../custom/geo/model/streets'
import { geo } from '../../custom/geo/server'
import { fieldTypes } from '../../src/fields/data'
import { fieldSql } from '../../src/fields/sql'
import type { Json, JsonObject } from '../../src/model/json'
import type { Entity, Model } from '../../src/model/model'
import { withSetValues } from '../../src/model/set-values'
import { validateRecord } from '../../src/model/validate'
import { passwordFits } from '../../src/server/auth/password'
import type { Database } from '../../src/server/database/database'
import { firstRun } from '../../src/server/demo/first-run'
import { checkedModel } from '../../src/server/metadata/metadata'
import { readSourceFiles } from '../../src/server/metadata/source-files'
import { prepareDatabase } from '../../src/server/prepare'
import { readWords } from '../../src/server/words/read-words'
import { eachEngine } from '../engines'

const root = join(import.meta.dirname, '../..')
const features = [geo, dispatcher, fares, demoFeature]
const words = readWords(join(root, 'i18n'))

eachEngine((_engine, open) => {
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
    test('every row would pass its form', () => {
      const now_ms = Date.now()
      const setting: JsonObject = {}
      const wrong = Object.values(model.entities).flatMap((entity) => [...recordsOf(entity.name)].flatMap(([id, record]) => {
        const faults = validateRecord(entity, fieldTypes, record, { record: withPaths(entity, record), user: {}, setting, now_ms })
        return Object.entries(faults).map(([field, fault]) => `${entity.name} ${id} ${field} ${fault.key} ${JSON.stringify(record[field])}`)
      }))
      expect(wrong).toEqual([])
    })

    test('has as many rows as a small company', () => {
      const count = (entity: string, of: (record: JsonObject) => boolean = () => true) => [...recordsOf(entity).values()].filter(of).length
      expect(count('branches')).toBe(3)
      expect([count('companies', ({ type }) => type === '1'), count('companies', ({ type }) => type === '2')]).toEqual([10, 2])
      expect(['1', '2', '3', '4'].map((type) => count('users', ({ type_user }) => type_user === type))).toEqual([4, 60, 163, 1])
      expect([count('vehicles'), count('vehicle_positions')]).toEqual([60, 60])
      expect(count('locations', ({ type }) => type !== 'office')).toBeGreaterThan(110)
      expect(['1', '2', '3', '4'].map((type) => count('tarifs', (one) => one.type === type))).toEqual([4, 1, 1, 1])
      expect([count('zones'), count('tolls'), count('products'), count('promotions'), count('high_demands'), count('subscriptions')]).toEqual([14, 4, 9, 8, 7, 5])
      expect(count('prices')).toBeGreaterThan(150)
    })

    test('a driver has one vehicle, and only those who drive have one', () => {
      const driven = [...recordsOf('vehicles').values()].flatMap(({ id_user }) => (id_user === null ? [] : [id_user]))
      expect(new Set(driven).size).toBe(driven.length)
      expect(driven.filter((id) => {
        const driver = recordsOf('users').get(Number(id))
        return driver?.type_user !== '2' || driver.state !== '1'
      })).toEqual([])
    })

    test('what a rule sets is set, and no promotion was used more often than it may be', () => {
      const now_ms = Date.now()
      for (const entity of Object.values(model.entities)) {
        for (const record of recordsOf(entity.name).values())
          expect(withSetValues(entity, record, (values) => ({ record: values, user: {}, setting: {}, now_ms }))).toEqual(record)
      }
      const uses = [...recordsOf('promotion_uses').values()].map(({ id_promotion }) => id_promotion)
      for (const [id, { code, use_limit }] of recordsOf('promotions'))
        expect(uses.filter((one) => one === id).length, String(code)).toBeLessThanOrEqual(Number(use_limit ?? 1000))
    })

    test('a toll stands on the way, and a zone is where its district is', () => {
      const ringOf = (value: Json | undefined) => (value as unknown as { lat: number; lng: number }[]).map(({ lat, lng }): LatLng => [lat, lng])
      const passes = (ring: readonly LatLng[]) => STREETS.filter(({ kind, points }) => kind === 'expressway' && points.some((at) => isInside(at, ring)))
      for (const { name, coordinates } of recordsOf('tolls').values()) expect(passes(ringOf(coordinates)).length, String(name)).toBeGreaterThan(0)
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

    test('the eight accounts are there, with the password that is told', async () => {
      for (const { email, password } of demoFeature.demoAccounts ?? []) {
        const account = await database.db.selectFrom('users').select(['password', 'state'])
          .where('email', '=', email).executeTakeFirst()
        expect(account?.state, email).toBe('1')
        expect(await passwordFits(password, String(account?.password)), email).toBe(true)
      }
      expect(demoFeature.demoAccounts).toHaveLength(8)
    })

    test('a second start adds nothing', async () => {
      const count = async () => (await sql<{ n: number }>`select count(*)::int as n from users`.execute(database.db)).rows[0]?.n
      const before = await count()
      await firstRun({ database, model, features, demo: true, scale: 1, log: () => {}, prepare: async () => {} })
      expect(await count()).toBe(before)
    })

    test('a start on another day brings the fleet to the present, in the order it was', async () => {
      const fleet = async () => (await sql<{ age_s: number; id: number }>`
        select extract(epoch from now() - date_fix)::int as age_s, id from vehicle_positions order by date_fix desc, id`.execute(database.db)).rows
      const before = await fleet()
      await sql`update vehicle_positions set date_fix = date_fix - interval '3 days'`.execute(database.db)
      await firstRun({ database, model, features, demo: true, scale: 1, log: () => {}, prepare: async () => {} })
      const after = await fleet()
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      expect(after[0]?.age_s).toBeLessThan(60)
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
  const fields = Object.values(entity.fields).filter(({ secret, type, virtual }) => !secret && !virtual && type !== 'password')
  const found = await db.selectFrom(entity.name).select(fields.map(({ name }) => name)).execute()
  return new Map(found.map((row) => [Number(row.id), Object.fromEntries(fields.map((field): [string, Json] => {
    const raw = row[field.name]
    return [field.name, raw === null || raw === undefined ? null : fieldSql[field.type as keyof typeof fieldSql].decode(raw, field)]
  }))]))
}
