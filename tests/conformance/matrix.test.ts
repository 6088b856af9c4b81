import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { openOne } from '../engines'
import { randomSource, runSeed } from '../random-source'
import { PRIVATE } from './matrix-accounts'
import { Caller } from './matrix-calls'
import { planOf } from './matrix-plan'
import { groupOf, situationOf } from './matrix-situation'
import { KINDS, tryKinds } from './matrix-try'
import { matrixWorld, type World } from './matrix-world'

/**
 * Every catalogue is tried by every account with every kind of call, and each answer held against `Expected`, which
 * reads the files' promises without the engine's code. That is over twenty thousand calls, so one run takes a part of
 * them:
 *
 * - Its share, a tenth. A unit is one kind of call as one account before one catalogue. It needs no other unit before
 * it and puts back what
 *   it changes, so any part of them can be tried alone. Ten runs (`TEST_SHARE`) try each unit once, `TEST_FULL=1` tries
 * all at once:
 *   `matrix-plan.test.ts` proves it. Accounts and kinds are dealt so that every run tries every kind of call before
 * every catalogue, as
 *   other accounts in each.
 * - The core: the list's ids, the reading and the writing of a row of somebody else's, and the writing of one's own
 * without the right.
 *   Accounts to whom a catalogue promises the same (`groupOf`: the right, the rows that may be met, those that may be
 * changed) are one
 *   group, and one account stands for it, in each run another. They differ in nothing that the promise knows; should
 * the engine tell them
 *   apart all the same, the run finds it that has the account's share.
 *
 * What is broken for all accounts or for all catalogues is found by every run; what is broken for one account, one call
 * and one catalogue is found by the next ten at the latest.
 */
const files = await readSourceFiles(join(import.meta.dirname, '../..'))
const model = checkedModel(files, APPLICATION)
const resources = Object.values(model.resources).filter(({ module, rest }) => module !== null && rest === undefined)

describe('every catalogue × every call × every account', () => {
  let world: World
  let made: World | undefined
  const done = { calls: 0, groups: 0, units: 0, extra: 0, of: 0 }
  const began = performance.now()

  beforeAll(async () => {
    world = made = await matrixWorld(openOne, files, randomSource(runSeed()))
  })

  afterAll(async () => {
    if (!made) return
    const { calls, groups, units, extra, of } = done
    console.log(
      `matrix: ${calls} calls of ${world.accounts.length} accounts in ${groups} groups before ${resources.length} catalogues: ` +
        `${units} of ${of} units, ${extra} of them beyond the run's share, in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
    await world?.at.app.close()
    await world?.database.close()
  })

  test('has rows of every owner, and accounts that are bound in every way', () => {
    const { accounts, expected, hidden } = world
    const people = resources.filter(({ entity }) => entity === 'users')
    expect(people.length).toBeGreaterThan(2)
    for (const account of accounts.filter(({ name }) => /-all$|^(corporate|branch|area)$/.test(name))) {
      const seen = people.reduce((sum, resource) => sum + expected.reach(account, resource).size, 0)
      // Who belongs to nobody sees only themselves among people.
      expect([account.name, seen > 1]).toEqual([account.name, account.name !== PRIVATE.name])
      expect(seen, account.name).toBeGreaterThan(0)
      expect(hidden(account).size, account.name).toBeGreaterThan(10)
    }
  })

  for (const resource of resources) {
    const entity = model.entities[resource.entity]
    if (!entity) continue
    test(resource.name, async () => {
      const { at, database, accounts, expected, seeds, hidden } = world
      const situations = accounts.map((account) => situationOf(account, resource, entity, expected, seeds))
      const groups = situations.map(groupOf)
      const { units, of } = planOf({
        catalogue: resource.name,
        groups,
        kinds: KINDS,
        arises: (account, kind) =>
          situations[account] !== undefined && KINDS[kind]?.arises(situations[account]) === true,
      })
      const wrong: string[] = []
      for (const [place, situation] of situations.entries()) {
        const caller = new Caller(at.app, situation.account, hidden(situation.account))
        const kinds = units.filter(({ account }) => account === place).flatMap(({ kind }) => KINDS[kind] ?? [])
        await tryKinds(kinds, situation, { caller, expected, model, database })
        done.calls += caller.calls
        wrong.push(...caller.wrong)
      }
      done.groups += new Set(groups).size
      done.units += units.length
      done.extra += units.filter(({ extra }) => extra).length
      done.of += of
      expect(wrong).toEqual([])
    })
  }
})
