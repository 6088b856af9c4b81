import type { CallContract } from '../../src/model/call'
import type { Json, JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import type { Route } from './conformance-app'
import type { Account } from './matrix-accounts'
import { Caller } from './matrix-calls'
import type { Expected, Raw } from './matrix-expected'
import { situationOf } from './matrix-situation'
import { IDLE, tryKinds } from './matrix-try'
import type { World } from './matrix-world'
import { reads } from './matrix-reads'
import { entityOf, inputFor, pathOf } from './route-input'

/** Entity → rows of it that are another partner's alone, by id. */
export type Theirs = ReadonlyMap<string, ReadonlyMap<Json, Raw>>

const PARTNER = '2'

/** What the partner with the most rows, but for the account's own, has and the account has not. */
export function theirsOf(expected: Expected, account: Account): Theirs {
  const others = [...(expected.rows.get('companies') ?? [])].filter(
    ([id, { type, date_deleted }]) => type === PARTNER && date_deleted === null && id !== account.company,
  )
  const all = others.map(
    ([id]) =>
      new Map(
        [...expected.rows].map(([entity, rows]) => {
          const them = { ...account, company: Number(id) }
          return [
            entity,
            new Map(
              [...rows].filter(
                ([, row]) =>
                  row.date_deleted === null &&
                  expected.belongs(them, entity, row) &&
                  !expected.belongs(account, entity, row),
              ),
            ),
          ] as const
        }),
      ),
  )
  return all.toSorted((one, other) => kindsIn(other) - kindsIn(one))[0] ?? new Map()
}

const kindsIn = (theirs: Theirs): number => [...theirs.values()].filter(({ size }) => size > 0).length
const firstOf = (theirs: Theirs, entity: string): Json => [...(theirs.get(entity)?.keys() ?? [])][0] ?? null

/** The entity of an id by its name: as calls name it, else as some entity names its reference. */
function namedEntity(model: Model, property: string, own: string | null): string | null {
  const known = entityOf(property, own)
  if (known !== null || !/^ids?_/.test(property)) return known
  const name = property.replace(/^ids_/, 'id_').replace(/(?<=^id_\w+)s$/, '')
  for (const { fields } of Object.values(model.entities)) {
    const ref = fields[property]?.ref ?? fields[name]?.ref
    if (ref) return ref.to
  }
  return null
}

/** Ids of a call's contract, and those that every filter of a catalogue is asked by. */
function filled(
  model: Model,
  { contract, url }: Pick<Route, 'contract' | 'url'>,
  own: string | null,
  idOf: (entity: string) => Json,
): JsonObject {
  const input = inputFor(contract, own, idOf)
  const { properties = {} } = (contract?.request ?? {}) as {
    readonly properties?: { readonly [name: string]: { readonly type?: string } }
  }
  for (const name of [...Object.keys(properties), ...[...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)]) {
    const entity = namedEntity(model, name, own)
    const id = entity === null ? null : idOf(entity)
    if (id !== null) input[name] = properties[name]?.type === 'array' ? [id] : id
  }
  return input
}

/** @param own the entity of a route's `id`, where its promise names one */
export interface Tried {
  readonly route: Route
  readonly own: string | null
  readonly statuses: readonly number[]
  readonly refused: readonly number[]
}

/**
 * A call with another partner's ids wherever it takes one: in its path, its query and its body at once, and again
 * beside a record of the account's own.
 * @returns what differs from the promise, in one line each
 */
export async function tryAmongPartners(
  { at, expected, hidden }: World,
  account: Account,
  theirs: Theirs,
  { route, own, statuses, refused }: Tried,
): Promise<readonly string[]> {
  const { method, url, contract } = route
  const caller = new Caller(at.app, account, hidden(account))
  const mine = (entity: string): Json =>
    [...(expected.rows.get(entity) ?? [])].find(
      ([, row]) => row.date_deleted === null && expected.belongs(account, entity, row, 'write'),
    )?.[0] ?? null
  for (const mixed of own === null ? [false] : [false, true]) {
    const input = filled(expected.model, route, own, (entity) =>
      mixed && entity === own ? mine(entity) : firstOf(theirs, entity),
    )
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )
    const path = `${pathOf(url, input)}?${query.toString()}`
    const foreign = own !== null && !mixed && firstOf(theirs, own) !== null && takesId(contract, url)
    await caller.call(method as 'POST', path, method === 'GET' ? undefined : input, foreign ? refused : statuses)
  }
  return caller.wrong
}

const takesId = (contract: CallContract | null, url: string): boolean => {
  const { properties = {} } = (contract?.request ?? {}) as { readonly properties?: object }
  return /:id\b/.test(url) || 'id' in properties || 'ids' in properties
}

/**
 * Every kind of reading and of writing that must change nothing, in every catalogue that the account meets, with the
 * other partner's row.
 */
export async function tryCatalogues(
  { at, expected, hidden, database, seeds }: World,
  account: Account,
  theirs: Theirs,
  isOurs: (at: number) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const [place, resource] of Object.values(expected.model.resources).entries()) {
    if (!isOurs(place)) continue
    const entity = expected.model.entities[resource.entity]
    if (
      !entity ||
      entity.remote ||
      resource.module === null ||
      resource.rest !== undefined ||
      !expected.right(account, resource).see
    )
      continue
    const situation = situationOf(account, resource, entity, expected, seeds)
    const foreign = [...(theirs.get(resource.entity) ?? [])].find(([, row]) =>
      expected.isOf(account, resource, row),
    )?.[0]
    if (foreign === undefined) continue
    const caller = new Caller(at.app, account, hidden(account))
    const whole = { ...situation, rows: { ...situation.rows, foreign } }
    await tryKinds(
      [...reads, ...IDLE].filter((kind) => kind.arises(whole)),
      whole,
      { caller, expected, model: expected.model, database },
    )
    wrong.push(...caller.wrong)
  }
  return wrong
}

/** Rows of the other partner that are not as they were. */
export const changedRows = (theirs: Theirs, now: Expected): readonly string[] =>
  [...theirs].flatMap(([entity, rows]) =>
    [...rows].flatMap(([id, row]) =>
      JSON.stringify(now.rows.get(entity)?.get(id)) === JSON.stringify(row)
        ? []
        : [`${entity} ${String(id)} was changed`],
    ),
  )
