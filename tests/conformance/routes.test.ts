import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../src/model/json'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { openOne } from '../engines'
import { randomSource, runSeed } from '../random-source'
import { isFull, isMine, isMineOf } from '../share'
import type { Route } from './conformance-app'
import type { Account } from './matrix-accounts'
import { Caller } from './matrix-calls'
import { Expected } from './matrix-expected'
import { matrixWorld, type World } from './matrix-world'
import { MONEY } from './money-promises'
import { changedRows, theirsOf, tryAmongPartners, tryCatalogues } from './partner-tries'
import { entityOf, inputFor, pathOf } from './route-input'
import { ROUTES } from './route-promises'

/** `GET /api/admin/live` → what it promises. */
const promises = new Map<string, string>(
  Object.entries(ROUTES).flatMap(([promise, lines]) =>
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [methods = '', url = ''] = line.trim().split(' ')
        return methods.split('|').map((method) => [`${method} ${url}`, promise] as const)
      }),
  ),
)
const keyOf = ({ method, url }: Pick<Route, 'method' | 'url'>): `${string} ${string}` => `${method} ${url}`
const files = await readSourceFiles(join(import.meta.dirname, '../..'))
const STATUSES = [200, 201, 204, 400, 403, 404, 405, 409, 410, 413, 415, 422, 429]
/** To try a key of a map service asks that service, and tells that it is silent. */
const MAY_BE_SILENT = 'POST /api/admin/map_keys/tryKey'
/** What a call says of a record that is not there for the asker. */
const REFUSED = [400, 403, 404, 422]
const REMEDY =
  'a route without a promise: write into tests/conformance/route-promises.ts to whom it answers, and with what'

describe('every route, by every account', () => {
  let world: World
  let routes: readonly Route[]
  beforeAll(async () => {
    world = await matrixWorld(openOne, files, randomSource(runSeed()))
    routes = world.at.routes.filter(({ method }) => method !== 'HEAD')
  })
  afterAll(async () => {
    await world?.at.app.close()
    await world?.database.close()
  })

  test('has its promise written down, and no promise is of a route that is gone', () => {
    const there = new Set<string>(routes.map(keyOf))
    expect(
      [...there].filter((key) => !promises.has(key)),
      REMEDY,
    ).toEqual([])
    expect([...promises.keys()].filter((key) => !there.has(key))).toEqual([])
  })

  test('asks for a session, unless it is for everybody, and for the right of its contract', async () => {
    const { accounts } = world
    const wrong: string[] = []
    for (const route of routes.filter((one) => !['catalogue', 'public'].includes(promises.get(keyOf(one)) ?? ''))) {
      const nobody = accounts.find(({ token }) => token === null)
      if (nobody) wrong.push(...(await asked(world, nobody, route, [401])))
      const { access } = route.contract ?? {}
      if (typeof access !== 'object') continue
      const lacking = accounts.filter(
        ({ token, root, rights }) => token !== null && !root && rights.get(access.module)?.[access.right] !== true,
      )
      const one = lacking[keyOf(route).length % Math.max(1, lacking.length)]
      if (one) wrong.push(...(await asked(world, one, route, [403])))
    }
    expect(wrong).toEqual([])
  })

  test("of money is the house's own, or of whom was given its right, for each call and each account", async () => {
    const own = routes.filter(
      ({ url, contract }) =>
        typeof contract?.access === 'object' &&
        /^.api.admin.(liquidations|partner_statements|invoices|invoice_payments|credit_notes|ledger|wallets|billable_items)./.test(
          url,
        ),
    )
    expect(own.map(keyOf).toSorted()).toEqual(Object.keys(MONEY).toSorted())
    const wrong: string[] = []
    for (const [at, route] of own.entries()) {
      const { access } = route.contract ?? {}
      for (const [place, account] of world.accounts.entries()) {
        const { token, root, staff, company, rights } = account
        const hasRight = typeof access === 'object' && (root || rights.get(access.module)?.[access.right] === true)
        const promise = MONEY[keyOf(route)]
        const isHouse =
          (root || staff) && company === null && (promise !== 'whole' || root || account.branches.length === 0)
        const isHouses = promise !== 'right'
        const isRefused = token === null || !hasRight || (isHouses && !isHouse)
        // What is refused is tried by every run; what is done, which takes its time, as every third account.
        if (!isRefused && !isFull && !isMineOf(3, at + place)) continue
        const expected =
          token === null ? [401] : isRefused ? [403] : isHouses ? STATUSES.filter((status) => status !== 403) : STATUSES
        wrong.push(...(await asked(world, account, route, expected, true)))
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  test("gives a partner nothing of another partner's, on each call that they may make, whatever ids it is given", async () => {
    const partners = world.accounts.filter(({ worker }) => worker)
    expect(partners.length).toBeGreaterThan(1)
    const wrong: string[] = []
    for (const [place, account] of partners.entries()) {
      const before = await Expected.read(world.database, world.at.model, files)
      const theirs = theirsOf(before, account)
      const named = [
        'companies',
        'users',
        'stores',
        'category_articles',
        'articles',
        'orders',
        'partner_statements',
        'billable_items',
      ]
      expect(named.filter((entity) => (theirs.get(entity)?.size ?? 0) === 0)).toEqual([])
      const now = { ...world, expected: before }
      // A run tries a third of what each may call; three runs, or a full one, all of it.
      const isOurs = (at: number): boolean => isFull || isMineOf(3, at + place)
      for (const [at, route] of routes.entries()) {
        const promise = promises.get(keyOf(route)) ?? ''
        // What is about oneself alone names nobody, and may end the session.
        if (['catalogue', 'public', 'driver', 'self'].includes(promise)) continue
        const [, own = null] = /^(?:of|reads) (.+)$/.exec(promise) ?? []
        // A session of one's own ends with it.
        if (own === 'sessions' || !isOurs(at)) continue
        wrong.push(
          ...(await tryAmongPartners(now, account, theirs, {
            route,
            own,
            statuses: keyOf(route) === MAY_BE_SILENT ? [...STATUSES, 503] : STATUSES,
            refused: REFUSED,
          })),
        )
      }
      // Whoever has every module meets all catalogues, which is the matrix's matter.
      if (account.name === 'partner') wrong.push(...(await tryCatalogues(now, account, theirs, isOurs)))
      wrong.push(...changedRows(theirs, await Expected.read(world.database, world.at.model, files)))
    }
    expect(wrong).toEqual([])
  }, 120_000)

  test('refuses what is out of reach, tells nothing of it, and never fails', async () => {
    const wrong: string[] = []
    for (const [at, route] of routes.entries()) {
      const promise = promises.get(keyOf(route)) ?? ''
      if (['catalogue', 'public', 'self'].includes(promise)) continue
      for (const [place, account] of world.accounts.entries()) {
        if (account.token === null || !isMine(at + place)) continue
        const isDriver = account.name === 'conductor1'
        const expected =
          promise === 'root' && !account.root
            ? [403, 422]
            : promise === 'driver' && !isDriver
              ? [403, 404, 422]
              : STATUSES
        wrong.push(...(await asked(world, account, route, expected)))
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)
})

/**
 * Calls a route with ids of what the account does not reach, or does; what differs from the promise is told in one line
 * each.
 */
async function asked(
  { at, expected, hidden }: World,
  account: Account,
  { method, url, contract }: Route,
  statuses: readonly number[],
  within = false,
): Promise<readonly string[]> {
  const [, own = null] = /^(?:of|reads) (.+)$/.exec(promises.get(`${method} ${url}`) ?? '') ?? []
  const isWrite =
    promises.get(`${method} ${url}`)?.startsWith('of ') === true && method !== 'GET' && contract?.reads !== true
  let foreign = 0
  const idOf = (entity: string): Json => {
    const [id = null] =
      [...(expected.rows.get(entity) ?? [])].find(
        ([, row]) =>
          row.date_deleted === null &&
          expected.belongs(account, entity, row, isWrite && entity === own ? 'write' : 'read') === within,
      ) ?? []
    if (id !== null && !within && entityOf('id', own) === entity) foreign += 1
    return id
  }
  const input = inputFor(contract, own, idOf)
  const caller = new Caller(at.app, account, hidden(account))
  const path = pathOf(url, input)
  const asText = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
  const open = `${method} ${url}` === MAY_BE_SILENT && statuses === STATUSES ? [...statuses, 503] : statuses
  const allowed =
    foreign > 0 && !statuses.includes(401) && !account.root
      ? statuses.filter((status) => REFUSED.includes(status))
      : open
  if (method === 'GET') await caller.call('GET', `${path}?${asText.toString()}`, undefined, allowed)
  else await caller.call(method as 'POST', path, input, allowed)
  return caller.wrong
}
