import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Flow } from '../../src/model/flow'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { Rule } from '../../src/model/rules/rule'
import { ruleFields } from '../../src/model/rules/rule-fields'
import type { ConformanceApp } from './conformance-app'
import { closedFields, refusesImport, refusesMerge, refusesSet } from './flow-locks'
import { makeRecord, sampleRows } from './valid-record'

/** A flow with states. */
type States = Flow & { readonly field: string; readonly start: string }

/**
 * What every flow must do: each move by who may and who may not, each state's locks by every way of writing. Made from
 * the metadata alone.
 */
export function flowSuite(
  resource: Resource,
  entity: Entity,
  flow: States,
  app: () => ConformanceApp,
  random: () => number,
): void {
  const { endpoint } = resource
  // Through the catalogue itself a record that has moved may not be found.
  const itemOf = async (at: ConformanceApp, id: Json): Promise<JsonObject> =>
    (await at.database.db
      .selectFrom(entity.name)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) as JsonObject
  const answersTo = (move: string): JsonObject => {
    const ask = resource.actions.find((action) => action.move && action.id === move)?.ask
    return Object.fromEntries(
      (ask?.fields ?? []).flatMap((field) => {
        const value = typeOf(field, fieldTypes).sample(field, random)
        return value === null || field.ref || field.refAny ? [] : [[field.name, value]]
      }),
    )
  }

  /**
   * A record in a state, brought there by moves; null where none lead there.
   * @param next a move that it will be tried with
   */
  const recordIn = async (at: ConformanceApp, state: string, next?: string): Promise<Json> => {
    const moves = pathTo(flow, state)
    if (!moves) return null
    const given = Object.assign({}, ...moves.map((move) => asked(flow.moves[move]?.when))) as JsonObject
    const isCounted = [...moves, ...(next === undefined ? [] : [next])].some((move) =>
      countsRows(entity, flow.moves[move]?.when),
    )
    for (let tries = 0; tries < 20; tries++) {
      const { item } = await makeRecord(at, resource, random, 0, {
        ...given,
        ...(isCounted ? { ...(await sampleRows(at, entity, random)), ...dayOfItsOwn(entity) } : {}),
      })
      // A rule of a move may still ask for what the sample has not.
      if (await areDone(at, moves, item.id ?? null)) return item.id ?? null
    }
    return null
  }

  const areDone = async (at: ConformanceApp, moves: readonly string[], id: Json): Promise<boolean> => {
    for (const move of moves) {
      const answer = await at.post('root', `${endpoint}/${move}`, { id, ...answersTo(move) })
      if (answer.status === 403 || answer.status === 422 || answer.status === 404) return false
      expect([move, answer.status, answer.text]).toEqual([move, 200, answer.text])
    }
    return true
  }

  test('begins at its start, and nothing but a move changes the state', async () => {
    const at = app()
    const { item } = await makeRecord(at, resource, random)
    expect(item[flow.field]).toBe(flow.start)
    for (const { to } of Object.values(flow.moves)) {
      if (to === null || to === flow.start) continue
      expect((await at.post('root', `${endpoint}/create`, { id: item.id ?? null, [flow.field]: to })).status).toBe(422)
    }
    expect((await itemOf(at, item.id ?? null))[flow.field]).toBe(flow.start)
  })

  for (const [name] of Object.entries(flow.moves).filter(([, move]) => move.automatic))
    test(`is moved by "${name}" by the program alone`, async () => {
      const at = app()
      const { item } = await makeRecord(at, resource, random)
      expect((await at.post('root', `${endpoint}/${name}`, { id: item.id ?? null })).status).toBe(404)
    })

  for (const [name, move] of Object.entries(flow.moves).filter(([, one]) => !one.automatic)) {
    test(`is moved by "${name}" once, and by nobody who may not`, async () => {
      const at = app()
      for (const from of move.from) {
        const id = await recordIn(at, from, name)
        if (id === null) continue
        const input = { id, ...answersTo(name) }
        for (const role of ['reader', 'none'] as const) {
          if (move.needs === 'see' && role === 'reader') continue
          expect([role, (await at.post(role, `${endpoint}/${name}`, input)).status]).toEqual([role, 403])
        }
        const required = Object.fromEntries(
          Object.entries(input).filter(([field]) => !move.ask?.required.includes(field)),
        )
        if (move.ask && move.ask.required.length > 0)
          expect((await at.post('root', `${endpoint}/${name}`, required)).status).toBe(422)
        expect((await itemOf(at, id))[flow.field]).toBe(from)
        const answer = await at.post('root', `${endpoint}/${name}`, input)
        if (answer.status === 403 || answer.status === 422 || answer.status === 404) continue
        expect([from, answer.status, answer.text]).toEqual([from, 200, answer.text])
        expect((await itemOf(at, id))[flow.field]).toBe(move.to ?? from)
        if (move.to === null) continue
        const again = await at.post('root', `${endpoint}/${name}`, input)
        // The move may have taken it out of the catalogue.
        if (again.status !== 404) expect([again.status, again.body.conflict]).toMatchObject([409, { state: move.to }])
      }
    })
  }

  test('goes back from each move that says so, of several at once as well, and from no other', async () => {
    const at = app()
    for (const [name, move] of Object.entries(flow.moves)) {
      const [from] = move.from
      const id = from === undefined ? null : await recordIn(at, from, name)
      if (id === null) continue
      const before = await itemOf(at, id)
      const { status, body } = await at.post('root', `${endpoint}/${name}`, { ids: [id], ...answersTo(name) })
      if (status !== 200) continue
      const { run = null } = (body.undo ?? {}) as JsonObject
      expect([name, run !== null]).toEqual([name, move.undo_s !== undefined])
      if (run === null) continue
      expect([name, (await at.post('root', `${endpoint}/undo`, { run })).text]).toEqual([
        name,
        expect.stringContaining('"done":1'),
      ])
      expect(await itemOf(at, id)).toEqual({
        ...before,
        version: Number(before.version) + 2,
        date_updated: expect.anything(),
      })
    }
  })

  for (const state of Object.keys(flow.locked)) {
    test(`locks in "${state}" what it says, however it is written`, async () => {
      const at = app()
      const id = await recordIn(at, state)
      // The catalogue may not show what has come to this state.
      if (id !== null && (await at.get('root', `${endpoint}/${String(id)}`)).status === 404) return
      expect(id, `nothing comes to "${state}"`).not.toBeNull()
      const before = await itemOf(at, id)
      const locked = { at, resource, entity, flow, state, id, stored: before, random }
      const tries = closedFields(locked)
      const token = await rootToken(at)
      for (const { field, value } of tries) {
        const sent = { id, [field.name]: value }
        expect([field.name, (await at.post('root', `${endpoint}/create`, sent)).status]).toEqual([field.name, 422])
        const rest = await at.app.inject({
          method: 'PUT',
          url: `/api/rest/${resource.name}/${String(id)}`,
          headers: { authorization: `Bearer ${token}` },
          payload: sent,
        })
        expect([field.name, rest.statusCode]).toEqual([field.name, 422])
      }
      await refusesSet(locked, tries)
      await refusesImport(locked, tries)
      await refusesMerge(locked, tries)
      if (flow.locked[state]?.remove !== true)
        expect((await at.post('root', `${endpoint}/remove`, { ids: [id] })).status).toBe(409)
      expect(await itemOf(at, id)).toEqual(before)
    })
  }
}

const rootToken = async (at: ConformanceApp): Promise<string> => {
  const reply = await at.app.inject({
    method: 'POST',
    url: '/api/admin/login/login',
    payload: { username: 'root@conformance.test', password: 'clave-de-prueba', app_version_code: 125 },
  })
  return String((reply.json() as JsonObject).token)
}

/** Values with which a rule holds, as far as it says them. */
function asked(rule: Rule | undefined): JsonObject {
  if (!rule) return {}
  if ('all' in rule) return Object.assign({}, ...rule.all.map(asked)) as JsonObject
  const isSaid =
    'op' in rule &&
    (rule.op === 'eq' || rule.op === 'gte') &&
    rule.operand.kind === 'field' &&
    rule.value.kind === 'literal'
  return isSaid ? { [rule.operand.field]: rule.value.value } : {}
}

/** Whether a rule looks at what is counted from rows, which a record then needs. */
const countsRows = ({ fields }: Entity, rule: Rule | undefined): boolean =>
  rule !== undefined && ruleFields(rule).some((name) => fields[name]?.formula)

let documents = 0

/** A period that no other has: two documents of one payer may share no day. */
function dayOfItsOwn({ fields }: Entity): JsonObject {
  const day = new Date(Date.UTC(2100, 0, ++documents)).toISOString().slice(0, 10)
  return Object.fromEntries(
    Object.values(fields).flatMap(({ name, type, required }) => (type === 'date' && required ? [[name, day]] : [])),
  )
}

/** The shortest way from the start to a state. */
function pathTo(flow: States, state: string): readonly string[] | null {
  const paths = new Map<string, readonly string[]>([[flow.start, []]])
  for (const [from, path] of paths) {
    for (const [name, move] of Object.entries(flow.moves)) {
      if (move.to !== null && move.from.includes(from) && !paths.has(move.to)) paths.set(move.to, [...path, name])
    }
  }
  return paths.get(state) ?? null
}
