import { sql } from 'kysely'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoFeature } from '../../custom/demo/server'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { Database } from '../../src/server/database/database'
import { openDatabase } from '../../src/server/database/open'
import { checkedModel } from '../../src/server/metadata/metadata'
import { readSourceFiles } from '../../src/server/metadata/source-files'
import { APPLICATION } from '../application'
import { conformanceApp, type ConformanceApp } from './conformance-app'
import { matrixAccounts, PRIVATE, putShadows, type Account } from './matrix-accounts'
import { Caller, idsOf } from './matrix-calls'
import { Expected } from './matrix-expected'
import { seedRows, type Seed } from './matrix-seed'
import { randomSource, runSeed } from '../random-source'

const files = await readSourceFiles(join(import.meta.dirname, '../..'))
const model = checkedModel(files, APPLICATION)
const resources = Object.values(model.resources).filter(({ module, rest }) => module !== null && rest === undefined)
const NO_ROW = 2_000_000_000
const OWN_CALLS = new Set(APPLICATION.flatMap(({ calls = [] }) => calls.filter(({ contract }) => contract.method === 'POST').map(({ contract }) => contract.path)))

describe('every catalogue × every call × every account', () => {
  let at: ConformanceApp
  let database: Database
  let expected: Expected
  let accounts: readonly Account[]
  let seeds: readonly Seed[]
  let calls = 0
  const began = performance.now()

  beforeAll(async () => {
    database = await openDatabase('memory:')
    at = await conformanceApp(database, files, APPLICATION)
    await demoFeature.demo?.({ database, model, scale: 0.1, log: () => {}, settings: () => at.app.runtime.settings() })
    await putShadows(database)
    seeds = await seedRows(at, randomSource(runSeed()))
    accounts = await matrixAccounts(at.app, database)
    expected = await Expected.read(database, model, files)
  })

  afterAll(async () => {
    console.log(`matrix: ${calls} calls of ${accounts.length} accounts in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    await at.app.close()
    await database.close()
  })

  /** Texts of made rows that an account must not read anywhere. */
  const hiddenFrom = (account: Account): string[] => seeds.flatMap(({ entity, id, marker }) => {
    const row = expected.rows.get(entity)?.get(id)
    return marker !== null && row && !expected.belongs(account, entity, row) ? [marker] : []
  })

  test('has rows of every owner, and accounts that are bound in every way', () => {
    const people = resources.filter(({ entity }) => entity === 'users')
    expect(people.length).toBeGreaterThan(2)
    for (const account of accounts.filter(({ name }) => /-all$|^(corporate|branch|area)$/.test(name))) {
      const seen = people.reduce((sum, resource) => sum + expected.reach(account, resource).size, 0)
      // Who is of nobody meets himself alone among people.
      expect([account.name, seen > 1]).toEqual([account.name, account.name !== PRIVATE.name])
      expect(seen, account.name).toBeGreaterThan(0)
      expect(hiddenFrom(account).length, account.name).toBeGreaterThan(10)
    }
  })

  for (const resource of resources) {
    const entity = model.entities[resource.entity]
    if (!entity) continue
    test(resource.name, async () => {
      const wrong: string[] = []
      for (const account of accounts) {
        const caller = new Caller(at.app, account, hiddenFrom(account))
        await reads(caller, account, resource)
        await writes(caller, account, resource, entity)
        calls += caller.calls
        wrong.push(...caller.wrong)
      }
      expect(wrong).toEqual([])
    })
  }

  /** One row of each standing: one's own, one that may only be read, one of somebody else, one removed. */
  function rowsFor(account: Account, resource: Resource) {
    const [sees, owns] = [expected.reach(account, resource), expected.reach(account, resource, 'write')]
    const isMade = new Map(seeds.filter(({ entity }) => entity === resource.entity).map(({ id, marker }) => [id, marker]))
    const all = [...(expected.rows.get(resource.entity) ?? [])].filter(([, row]) => expected.isOf(account, resource, row))
    const living = all.filter(([, row]) => row.date_deleted === null).map(([id]) => id)
    const first = (ids: readonly Json[]): Json | undefined => ids.find((id) => isMade.has(id)) ?? ids[0]
    return {
      sees, owns,
      mine: first([...owns]),
      shared: first([...sees].filter((id) => !owns.has(id))),
      foreign: first(living.filter((id) => !sees.has(id))),
      gone: first(all.filter(([, row]) => row.date_deleted !== null).map(([id]) => id)),
    }
  }

  async function reads(caller: Caller, account: Account, resource: Resource): Promise<void> {
    const { see } = expected.right(account, resource)
    const { endpoint, name } = resource
    const { sees, mine, shared, foreign, gone } = rowsFor(account, resource)
    const seen = see ? [200] : [403]
    const unseen = see ? [404] : [403]
    const everything: JsonObject = resource.closed ? { include_closed: 1 } : {}

    if (!resource.singleton) {
      const list = await caller.get(endpoint, { limit: 1000, order_col: 'id', ...everything }, seen)
      caller.expectIds(`${name} list`, list, idsOf(list), sees)
      const page = await caller.get(endpoint, { limit: 2, q: 'zq', ...everything }, seen)
      if (page.status === 200 && idsOf(page).some((id) => !sees.has(id))) caller.wrong.push(`${account.name}: ${name} search goes beyond`)
      const csv = await caller.get(endpoint, { format: 'csv', headers: 'names', ...everything }, seen)
      if (csv.status === 200) caller.expectIds(`${name} csv`, csv, csvIds(csv.text), sees)
      const rest = await caller.call('GET', `/api/rest/${name}?range=[0,999]`, undefined, seen)
      if (!resource.closed) caller.expectIds(`${name} rest`, rest, idsOf(rest), sees)
      // Named as its entity a look-up answers for all of it.
      const whole = name === resource.entity ? { ...resource, where: undefined } : resource
      const lookup = await caller.get(endpoint, { lookup: 1, limit: 1000, ...everything }, [200])
      if (!resource.closed) caller.expectIds(`${name} look-up`, lookup, idsOf(lookup), expected.reach(account, whole))
    }
    for (const format of resource.export.filter((one) => one !== 'csv')) {
      // What takes long to make is made for one bound account alone; refused it is to everyone.
      if (!see || account.name === 'company-all') await caller.get(endpoint, { format, limit: 5, ...everything }, seen)
    }
    if (!resource.singleton) await caller.get(`${endpoint}/views`, {}, seen)
    await caller.post(`${endpoint}/form`, {}, resource.singleton && sees.size === 0 ? unseen : seen)
    for (const [id, status] of [[mine, seen], [shared, seen], [foreign, unseen], [gone, unseen], [NO_ROW, unseen]] as const) {
      if (id === undefined) continue
      await caller.get(`${endpoint}/${String(id)}`, {}, status)
      await caller.post(`${endpoint}/form`, { id }, status)
      await caller.call('GET', `/api/rest/${name}/${String(id)}`, undefined, status)
    }
    for (const [id, isThere] of [[mine, true], [foreign, false]] as const) {
      if (id === undefined) continue
      const logs = await caller.get('logs', { target: name, id_target: id, limit: 100 }, expected.log(account, resource) ? [200] : [403])
      if (logs.status === 200 && !isThere && idsOf(logs).length > 0) caller.wrong.push(`${account.name}: the log of ${name} ${String(id)} is told`)
    }
  }

  async function writes(caller: Caller, account: Account, resource: Resource, entity: Entity): Promise<void> {
    const { edit } = expected.right(account, resource)
    const { endpoint, name } = resource
    const { mine, shared, foreign, gone } = rowsFor(account, resource)
    const refused = [403]
    const unseen = edit ? [404] : refused
    // What the program alone writes may still be acted upon by a call of its own, which has tests of its own.
    const verbs = resource.readOnly || resource.singleton ? [] : ['remove', 'enable', 'disable']
    const activable = entity.traits.includes('activable')
    const before = await fingerprint(resource)
    // A feature's own call of that name answers for itself, and has tests of its own.
    const isOwnCall = OWN_CALLS.has(`${endpoint}/create`)
    const uncreated = isOwnCall ? [403, 404, 422] : refused
    // Of a catalogue of one record every id means that one.
    const unfound = resource.singleton && mine !== undefined && edit ? [200] : unseen

    for (const id of [foreign, gone, NO_ROW]) {
      if (id === undefined) continue
      await caller.post(`${endpoint}/create`, { id }, isOwnCall ? uncreated : unfound)
      for (const verb of verbs) await caller.post(`${endpoint}/${verb}`, { id, ...answersTo(resource, verb) }, unseen)
      if (verbs.length > 0) {
        await caller.post(`${endpoint}/remove`, { ids: [id], ...answersTo(resource, 'remove') }, unseen)
        // By a filter it is not found either: nothing is done to nothing.
        await caller.post(`${endpoint}/remove`, { all: true, filters: { id }, expected: 1, ...answersTo(resource, 'remove') }, edit ? [200] : refused)
      }
      await caller.call('PUT', `/api/rest/${name}/${String(id)}`, {}, unfound)
      await caller.call('DELETE', `/api/rest/${name}/${String(id)}`, undefined, expected.right(account, resource).see ? (edit ? [404] : [403, 404]) : refused)
      if (!resource.singleton) await caller.post(`${endpoint}/resort`, { items: [id] }, unseen)
    }
    if (shared !== undefined) {
      await caller.post(`${endpoint}/create`, { id: shared }, uncreated)
      await caller.post(`${endpoint}/remove`, { id: shared, ...answersTo(resource, 'remove') }, refused)
      await caller.post(`${endpoint}/remove`, { all: true, filters: { id: shared }, expected: 1, ...answersTo(resource, 'remove') }, edit ? [200] : refused)
    }
    if (!edit) {
      await caller.post(`${endpoint}/create`, {}, uncreated)
      await caller.call('POST', `/api/rest/${name}`, {}, resource.singleton ? [405] : refused)
      if (mine !== undefined) for (const verb of ['create', ...verbs]) await caller.post(`${endpoint}/${verb}`, { id: mine }, verb === 'create' ? uncreated : refused)
      if (resource.import !== null) for (const call of ['importVerify', 'importSave']) await caller.post(`${endpoint}/${call}`, {}, refused)
    }
    if (account.token === null || !edit) {
      if (await fingerprint(resource) !== before) caller.wrong.push(`${account.name}: ${name} was changed`)
      return
    }
    if (mine === undefined) return
    // An account that may do more than one's own is changed by nobody who may not; that has tests of its own.
    await caller.post(`${endpoint}/create`, { id: mine }, entity.name === 'users' ? [200, 403] : [200])
    await moveAway(caller, account, resource, entity, mine)
    if (await fingerprint(resource) !== before) caller.wrong.push(`${account.name}: ${name} was changed though nothing was allowed`)
    // What is one's own may still be protected, in use, or break a rule when it is active again.
    const done = [200, 403, 409, 422]
    if (activable) for (const verb of ['disable', 'enable']) await caller.post(`${endpoint}/${verb}`, { id: mine, ...answersTo(resource, verb) }, done)
    if (entity.traits.includes('sortable')) await caller.post(`${endpoint}/resort`, { items: [mine] }, [200])
    if (resource.singleton) return
    await caller.post(`${endpoint}/remove`, { id: mine, ...answersTo(resource, 'remove') }, done)
    await restore(entity, mine)
  }

  /** A row is given to nobody else: neither by the column that says whose it is, nor by emptying it. */
  async function moveAway(caller: Caller, account: Account, { endpoint }: Resource, entity: Entity, id: Json): Promise<void> {
    for (const path of Object.values(entity.scope)) {
      const field = typeof path === 'string' && path !== 'id' ? entity.fields[path] : undefined
      const target = field?.ref && expected.rows.get(field.ref.to)
      const own = field && expected.rows.get(entity.name)?.get(id)?.[field.name]
      if (!field || !target || own === null || own === undefined) continue
      for (const value of [...target.keys(), null].filter((one) => one !== own)) {
        const row = { ...expected.rows.get(entity.name)?.get(id), [field.name]: value }
        if (expected.belongs(account, entity.name, row, 'write')) continue
        await caller.post(`${endpoint}/create`, { id, [field.name]: value }, [403, 422])
        break
      }
    }
  }

  /** Who stands in a catalogue, in which version. */
  async function fingerprint({ entity }: Resource): Promise<string> {
    const { rows } = await sql<{ n: string }>`select count(*) || '/' || sum(version) || '/' || count(date_deleted) as n from ${sql.table(entity)}`.execute(database.db)
    return rows[0]?.n ?? ''
  }

  async function restore({ name, traits }: Entity, id: Json): Promise<void> {
    const state = traits.includes('activable') ? sql`, state = ${expected.rows.get(name)?.get(id)?.state ?? '1'}` : sql``
    await sql`update ${sql.table(name)} set date_deleted = null ${state} where id = ${id}`.execute(database.db)
    for (const other of Object.values(model.entities)) {
      for (const field of Object.values(other.fields).filter(({ ref, virtual }) => ref?.to === name && ref.onDelete === 'clear' && !virtual)) {
        const was = [...(expected.rows.get(other.name)?.values() ?? [])].filter((row) => row[field.name] === id).map((row) => row.id)
        if (was.length > 0) await sql`update ${sql.table(other.name)} set ${sql.id(field.name)} = ${id} where id::text = any(${was.map(String)}::text[])`.execute(database.db)
      }
    }
  }
})

/** What a verb of a catalogue asks first. */
const answersTo = ({ asks }: Resource, verb: string): JsonObject =>
  Object.fromEntries((Object.entries(asks ?? {}).find(([name]) => name === verb)?.[1]?.fields ?? []).map((field) =>
    [field.name, typeOf(field, fieldTypes).sample(field, () => 0.5)]))

/** First cells of a csv whose first column is the id; quoted cells may hold line breaks. */
function csvIds(text: string): number[] {
  const records = text.replace(/^\uFEFF/, '').replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/).filter((line) => line !== '')
  const at = (records[0] ?? '').split(/[,;\t]/).indexOf('id')
  return records.slice(1).map((line) => Number(line.split(/[,;\t]/)[at]))
}
