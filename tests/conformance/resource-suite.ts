import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { canonicalValue, typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { isSame } from '../../src/model/values/same'
import { loadFile } from '../../src/server/work/import/load-file'
import type { LoadReport } from '../../src/server/work/import/load-file'
import type { RecordId } from '../../src/server/records/record-id'
import { searchFields } from '../../src/model/search-fields'
import type { Answer, ConformanceApp, Role } from './conformance-app'
import { boardSuite } from './board-suite'
import { flowSuite } from './flow-suite'
import { naughtySuite } from './naughty-suite'
import { mapSuite } from './map-suite'
import { importRoundTrip } from './import-round-trip'
import { layoutsSuite } from './layouts-suite'
import { tellsItsActivity } from './log-sentences'
import { foundBy, idIn, keptValue, questions, shownFields, sortedBy } from './predictions'
import { prints } from './prints'
import { statsSuite } from './stats-suite'
import { peopleSuite } from './people-suite'
import { takesBack } from './takes-back'
import { entityOf, makeRecord, writableFields, type MadeRecord } from './valid-record'
import { writesAlike } from './written-suite'
import { writesRows } from './writes-rows'

const ROWS = 4
const idsOf = ({ body }: Answer): RecordId[] => (body.items as unknown as JsonObject[]).map(idIn)

/** A field that a setting hides from everybody: no record shows it, and no question may be asked of it. */
const isClosed = (field: Field, items: readonly JsonObject[], { status }: Answer): boolean =>
  status === 400 && field.see !== undefined && items.every((item) => !Object.hasOwn(item, field.name))

/**
 * What every catalogue must do for who may, and refuse to who may not; made from its metadata alone.
 * @param settled fields that a feature's hook settles by what else there is, whatever was sent
 */
export function resourceSuite(
  resource: Resource,
  entity: Entity,
  app: () => ConformanceApp,
  random: () => number,
  settled: ReadonlySet<string> = new Set(),
): void {
  const { endpoint } = resource
  const seesIt = resource.root !== true
  describe(resource.name, () => {
    let at: ConformanceApp
    const made: MadeRecord[] = []
    const all = async (): Promise<JsonObject[]> =>
      (await at.get('root', endpoint, { limit: 1000, order_col: 'id' })).body.items as unknown as JsonObject[]
    const itemOf = async (id: Json | undefined): Promise<JsonObject> =>
      (await at.get('root', `${endpoint}/${String(id)}`)).body.item as JsonObject
    const exported = async (): Promise<string> =>
      (await at.get('root', endpoint, { format: 'csv', headers: 'names' })).text
    beforeAll(() => {
      at = app()
    })
    // Rights made at random would open other catalogues to those who must not get in.
    afterAll(async () => {
      if (entity.name !== 'role_modules') return
      await at.database.db.deleteFrom('role_modules').execute()
      at.app.runtime.changed('role_modules')
    })

    test('creates records and gives back what was sent', async () => {
      expect(entityOf(at, resource)).toEqual(entity)
      for (let i = 0; i < ROWS; i++) made.push(await makeRecord(at, resource, random))
      for (const { input, item } of made) {
        expect(item).toMatchObject({ ...resource.fixed, version: 1 })
        for (const field of writableFields(resource, entity)) {
          const sent = input[field.name]
          if (sent === undefined || settled.has(field.name) || !Object.hasOwn(item, field.name)) continue
          const value = keptValue(field, canonicalValue(field, fieldTypes, sent), item)
          if (!isSame(item[field.name] ?? null, value))
            expect({ [field.name]: item[field.name] }).toEqual({ [field.name]: value })
        }
        expect(await itemOf(item.id)).toEqual(item)
        expect((await at.post('root', `${endpoint}/form`, { id: item.id ?? null })).body.item).toEqual(item)
      }
    })

    test('is open to who may see it, and closed to everyone else', async () => {
      const [one] = made
      const expected: { [role in Role]: number } = { root: 200, reader: seesIt ? 200 : 403, none: 403 }
      for (const role of ['root', 'reader', 'none'] as const) {
        for (const path of [endpoint, `${endpoint}/${String(one?.item.id)}`])
          expect([role, path, (await at.get(role, path)).status]).toEqual([role, path, expected[role]])
        expect((await at.get(role, endpoint, { format: 'csv' })).status).toBe(expected[role])
        expect((await at.post(role, `${endpoint}/form`, {})).status).toBe(expected[role])
      }
    })

    test('is changed by nobody who may not', async () => {
      const before = await all()
      const id = made[0]?.item.id ?? null
      for (const role of ['reader', 'none'] as const) {
        expect((await at.post(role, `${endpoint}/create`, made[0]?.input ?? {})).status).toBe(403)
        for (const verb of ['create', 'remove', 'enable', 'disable', 'resort'])
          expect((await at.post(role, `${endpoint}/${verb}`, { id, items: [id] })).status).toBe(403)
      }
      expect(await all()).toEqual(before)
    })

    if (entity.apart)
      test('makes no one of two of its records', async () => {
        const [id = null, into = null] = made.map(({ item }) => item.id ?? null)
        const before = await all()
        for (const call of ['merge', 'mergePreview'])
          expect((await at.post('root', `${endpoint}/${call}`, { id, into, version: 1, into_version: 1 })).status).toBe(
            404,
          )
        expect(await all()).toEqual(before)
      })

    test('takes a record back unchanged, and changes field by field', async () => {
      const item: JsonObject = made[0]?.item ?? {}
      const again = await at.post('root', `${endpoint}/create`, item)
      expect(again.body.item, again.text).toEqual(item)
      let version = 1
      for (const field of writableFields(resource, entity)) {
        const type = typeOf(field, fieldTypes)
        // The id names the record and stays.
        if (field.ref || type.writeOnly || type.file || field.name === 'id' || settled.has(field.name)) continue
        const value = canonicalValue(field, fieldTypes, type.sample(field, random))
        const answer = await at.post('root', `${endpoint}/create`, {
          id: item.id ?? null,
          version,
          [field.name]: value,
        })
        // Another field's rule may forbid the value here; then nothing is changed.
        const after = await itemOf(item.id)
        if (answer.status !== 200) expect([answer.status, after.version]).toEqual([422, version])
        else if (Object.hasOwn(after, field.name))
          expect(
            isSame(after[field.name] ?? null, keptValue(field, value, after)),
            `${field.name}: ${answer.text}`,
          ).toBe(true)
        version = Number(after.version)
      }
      expect(
        (await at.post('root', `${endpoint}/create`, { ...made[0]?.input, id: item.id ?? null, version: version + 1 }))
          .status,
      ).toBe(409)
    })

    test('finds by every field as the rules would', async () => {
      const items = await all()
      expect(items.length).toBeGreaterThanOrEqual(ROWS)
      for (const field of shownFields(entity)) {
        for (const [op, value] of questions(
          field,
          items.find((item) => (item[field.name] ?? null) !== null)?.[field.name] ?? null,
        )) {
          const answer = await at.get('root', endpoint, {
            filters: { [field.name]: { [op]: value } },
            order_col: 'id',
            limit: 1000,
          })
          if (isClosed(field, items, answer)) continue
          expect([field.name, op, value, answer.status, answer.status === 200 ? idsOf(answer) : answer.text]).toEqual([
            field.name,
            op,
            value,
            200,
            foundBy(items, field, op, value),
          ])
          expect(answer.body.total).toBe(idsOf(answer).length)
        }
      }
      for (const filters of [{ no_such_field: 1 }, { ...made[0]?.input, no_such_field: 1 }])
        expect((await at.get('root', endpoint, { filters })).status).toBe(400)
    })

    boardSuite(resource, entity, () => at)

    test('sorts by every column, and pages without gaps', async () => {
      const items = await all()
      for (const field of shownFields(entity)) {
        if (!typeOf(field, fieldTypes).sortable) continue
        for (const direction of ['asc', 'desc'] as const) {
          const query = { order_col: field.name, order_dir: direction }
          const expected = sortedBy(items, field, direction)
          const answer = await at.get('root', endpoint, { ...query, limit: 1000 })
          if (isClosed(field, items, answer)) continue
          expect([field.name, direction, idsOf(answer)]).toEqual([field.name, direction, expected])
          const first = await at.get('root', endpoint, { ...query, limit: 2 })
          const rest = await at.get('root', endpoint, { ...query, limit: 1000, after: first.body.after ?? '' })
          expect([field.name, direction, ...idsOf(first), ...idsOf(rest)]).toEqual([field.name, direction, ...expected])
        }
      }
    })

    test('searches by the words of its texts', async () => {
      const items = await all()
      for (const name of searchFields(entity)) {
        // What stands for a record may be a choice, in whose words no search looks.
        if (!typeOf(entity.fields[name]!, fieldTypes).operators.includes('contains')) continue
        const found = items.find((item) => typeof item[name] === 'string')
        const word = String(found?.[name] ?? '').split(/\s+/)[0]
        if (!found || !word) continue
        expect([name, word, idsOf(await at.get('root', endpoint, { q: word.toUpperCase(), limit: 1000 }))]).toEqual([
          name,
          word,
          expect.arrayContaining([idIn(found)]),
        ])
        expect(
          (await at.get('root', endpoint, { lookup: 1, filters: { id: [found.id ?? 0] } })).body.items,
        ).toHaveLength(1)
      }
      // Whoever and whatever it names is looked for by that name.
      for (const { search, ref } of Object.values(entity.fields)) {
        for (const shown of search && ref ? Object.keys(ref.expand) : []) {
          const found = items.find((item) => typeof item[shown] === 'string' && item[shown].trim() !== '')
          if (!found) continue
          const answer = await at.get('root', endpoint, { q: String(found[shown]), limit: 1000 })
          expect([shown, found[shown], idsOf(answer)]).toEqual([
            shown,
            found[shown],
            expect.arrayContaining([idIn(found)]),
          ])
        }
      }
      expect((await at.get('root', endpoint, { q: 'zzqxjw' })).body.total).toBe(0)
    })

    test('refuses at the field what its type refuses', async () => {
      const item: JsonObject = made[0]?.item ?? {}
      const before = await itemOf(item.id)
      for (const field of writableFields(resource, entity)) {
        // Hidden in this record: what is sent for it is not even looked at.
        if (typeOf(field, fieldTypes).writeOnly ? field.see : !Object.hasOwn(before, field.name)) continue
        for (const value of typeOf(field, fieldTypes).invalid(field)) {
          // Of an id that people give, only a new record has a wrong one; another's is another record.
          const about: JsonObject = field.name === 'id' ? { ...made[0]?.input, version: 0 } : { id: item.id ?? null }
          const { status, body, text } = await at.post('root', `${endpoint}/create`, { ...about, [field.name]: value })
          // Within a compound value the error stands at what it is about.
          const place =
            Object.keys(body.errors ?? {}).find((name) => name === field.name || name.startsWith(`${field.name}.`)) ??
            text
          expect([field.name, JSON.stringify(value).slice(0, 80), status, place.split('.')[0] === field.name]).toEqual([
            field.name,
            JSON.stringify(value).slice(0, 80),
            422,
            true,
          ])
          expect((body.errors as JsonObject)[place]).not.toMatch(/^validation\./)
        }
      }
      expect(await itemOf(item.id)).toEqual(before)
    })

    naughtySuite(
      resource,
      entity,
      () => at,
      () => made[0]?.item ?? {},
    )
    peopleSuite(resource, app, random)
    writesAlike(resource, app)

    test('goes out as csv and comes back equal', async () => {
      const items = await all()
      const file = await exported()
      expect(await loaded(at, resource, file)).toMatchObject({
        read: items.length,
        unchanged: items.length,
        refused: 0,
        errors: [],
      })
      const field = writableFields(resource, entity).find(
        (one) =>
          !one.ref &&
          !one.refAny &&
          !one.required &&
          one.name !== 'state' &&
          Object.hasOwn(made[1]?.item ?? {}, one.name) &&
          !typeOf(one, fieldTypes).writeOnly,
      )
      if (field) {
        await at.post('root', `${endpoint}/create`, { id: made[1]?.item.id ?? null, [field.name]: null })
        expect(await loaded(at, resource, file)).toMatchObject({ read: items.length, refused: 0, errors: [] })
      }
      // What the program counts goes on.
      const counted = new Set([
        'version',
        'date_updated',
        ...Object.values(entity.fields)
          .filter(({ readOnly }) => readOnly)
          .map(({ name }) => name),
      ])
      const plain = (list: readonly JsonObject[]) =>
        list.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => !counted.has(key))))
      expect(plain(await all())).toEqual(plain(items))
    })

    if (Object.values(entity.fields).some(({ children }) => children)) writesRows(resource, entity, () => at, random)
    prints(resource, () => at, random)
    takesBack(resource, entity, () => at, random, settled)
    layoutsSuite(resource, entity, () => at)
    if (entity.flow?.field)
      flowSuite(
        resource,
        entity,
        { ...entity.flow, field: entity.flow.field, start: entity.flow.start ?? '' },
        () => at,
        random,
      )
    statsSuite(resource, () => at)
    const map = resource.list.layouts.find((layout) => layout.kind === 'map')
    if (map) mapSuite(resource, map, () => at)
    if (resource.import) importRoundTrip(resource, resource.import, () => at, random, settled)

    test('deactivates, activates, orders and removes', async () => {
      const ids = made.map(({ item }) => idIn(item))
      const [first = 0, second = 0] = ids
      if (entity.traits.includes('activable')) {
        const answers = Object.fromEntries(
          (resource.asks?.disable?.fields ?? []).map((field) => [
            field.name,
            typeOf(field, fieldTypes).sample(field, random),
          ]),
        )
        if (resource.asks?.disable && made[1]?.item.state === '1')
          expect((await at.post('root', `${endpoint}/disable`, { id: second })).status).toBe(422)
        expect(await at.post('root', `${endpoint}/disable`, { id: second, ...answers })).toMatchObject({
          status: 200,
          body: { ok: true },
        })
        expect((await itemOf(second)).state).toBe('0')
        const enabled = await at.post('root', `${endpoint}/enable`, { ids: [second] })
        // A record made inactive may break a rule that only the active must keep; one that was active may always be so
        // again.
        const may = made[1]?.item.state === '1' || enabled.status === 200
        expect(enabled).toMatchObject(
          may
            ? { status: 200, body: { results: [{ id: second, ok: true }] } }
            : { status: 422, body: { code: 'VALIDATION' } },
        )
        expect((await itemOf(second)).state).toBe(may ? '1' : '0')
      }
      if (entity.traits.includes('sortable')) {
        expect((await at.post('root', `${endpoint}/resort`, { items: [...ids].reverse() })).status).toBe(200)
        const order = idsOf(await at.get('root', endpoint, { order_col: 'rank', limit: 1000 }))
        expect(order.filter((id) => ids.includes(id))).toEqual([...ids].reverse())
      }
      // A record that another of the run refers to stays, and says so.
      const removed = await at.post('root', `${endpoint}/remove`, { id: first })
      expect([200, 409]).toContain(removed.status)
      expect((await at.get('root', `${endpoint}/${first}`)).status).toBe(removed.status === 200 ? 404 : 200)
      if (removed.status === 409) expect(removed.body.code).toBe('IN_USE')
      const logs = await at.get('root', 'logs', { target: resource.name, id_target: first, limit: 1000 })
      expect((logs.body.items as unknown as JsonObject[]).at(-1)).toMatchObject({
        type_log: 'create',
        user_name: 'root Prueba',
      })
      expect((await at.get('none', 'logs', { target: resource.name, id_target: first })).status).toBe(403)
    })

    tellsItsActivity(resource, entity, () => at)
  })
}

async function loaded(at: ConformanceApp, resource: Resource, text: string): Promise<LoadReport> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  try {
    const path = join(folder, 'rows.csv')
    writeFileSync(path, text)
    return await loadFile(at.app.runtime, at.rootActor, resource.name, path, () => {})
  } finally {
    rmSync(folder, { recursive: true })
  }
}
