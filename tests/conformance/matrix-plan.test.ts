import { describe, expect, test } from 'vitest'
import { randomSource, runSeed } from '../random-source'
import { isFull, isMine, SHARES } from '../share'
import { planOf, type Grid, type Plan } from './matrix-plan'

const RUNS = Array.from(
  { length: SHARES },
  (_, share) =>
    (place: number): boolean =>
      place % SHARES === share,
)
const random = randomSource(runSeed())
const upTo = (most: number): number => Math.floor(random() * most)

/** Accounts, groups and kinds as a catalogue might have them; each account has something to try. */
function someGrid(): Grid {
  const groups = Array.from({ length: 1 + upTo(25) }, () => `group ${upTo(8)}`)
  const kinds = Array.from({ length: 1 + upTo(70) }, (_, kind) => ({
    name: `kind ${kind}`,
    ...(random() < 0.1 ? { core: true as const } : {}),
  }))
  const absent = new Set(
    groups.flatMap((_, account) =>
      kinds.flatMap((_, kind) => (random() < 0.3 && kind !== account % kinds.length ? [`${account}/${kind}`] : [])),
    ),
  )
  return {
    catalogue: `catalogue ${upTo(1000)}`,
    groups,
    kinds,
    arises: (account, kind) => !absent.has(`${account}/${kind}`),
  }
}

const grids = Array.from({ length: 12 }, someGrid)
const plans = grids.map((grid) => ({ grid, runs: RUNS.map((run) => planOf(grid, run)) }))
const named = (plan: Plan, extra?: boolean): string[] =>
  plan.units
    .filter((unit) => extra === undefined || unit.extra === extra)
    .map(({ account, kind }) => `${account}/${kind}`)
const everything = ({ groups, kinds, arises }: Grid): string[] =>
  groups.flatMap((_, account) => kinds.flatMap((_, kind) => (arises(account, kind) ? [`${account}/${kind}`] : [])))

describe('the shares of the matrix', () => {
  test('together are all of it, and nothing is in two of them', () => {
    for (const { grid, runs } of plans)
      expect(runs.flatMap((plan) => named(plan, false)).sort()).toEqual(everything(grid).sort())
  })

  test('are all there is in a full run', () => {
    for (const grid of grids) {
      const plan = planOf(grid, () => true)
      expect([named(plan), named(plan, true)]).toEqual([everything(grid), []])
    }
  })

  test('each have what matters most of every group, and something of it in any case', () => {
    for (const {
      grid: { groups, kinds, arises },
      runs,
    } of plans)
      for (const plan of runs) {
        const tried = new Set(named(plan))
        const isWhole = (account: number): boolean =>
          kinds.every(({ core }, kind) => !core || !arises(account, kind) || tried.has(`${account}/${kind}`))
        const isTried = (account: number): boolean => plan.units.some((unit) => unit.account === account)
        const held = new Set(groups.filter((_, account) => isWhole(account) && isTried(account)))
        expect([...held].sort()).toEqual([...new Set(groups)].sort())
      }
  })

  test('try nothing else beyond their own', () => {
    for (const {
      grid: { groups, kinds, arises },
      runs,
    } of plans)
      for (const { units } of runs) {
        const extra = units.filter((unit) => unit.extra)
        const standing = new Set(extra.map(({ account }) => account))
        expect(new Set([...standing].map((account) => groups[account])).size).toBe(standing.size)
        const hasCore = (account: number): boolean => kinds.some(({ core }, kind) => core && arises(account, kind))
        expect(extra.filter(({ account, kind }) => hasCore(account) && !kinds[kind]?.core)).toEqual([])
        for (const account of standing)
          if (!hasCore(account)) expect(extra.filter((unit) => unit.account === account)).toHaveLength(1)
      }
  })

  test('let each account of a group stand for it in its turn', () => {
    const grid: Grid = {
      catalogue: 'colors',
      groups: Array.from({ length: SHARES }, () => 'all'),
      kinds: [{ name: 'list', core: true }],
      arises: () => true,
    }
    expect(
      RUNS.map((isMine) => planOf({ ...grid, catalogue: '\n' }, isMine).units.map(({ account }) => account)),
    ).toEqual(RUNS.map((_, share) => [share]))
    for (const isMine of RUNS)
      expect(
        planOf(grid, isMine)
          .units.map(({ extra }) => extra)
          .sort(),
      ).toEqual([false, true])
  })

  test('each try every kind that ten accounts can try', () => {
    const kinds = Array.from({ length: 57 }, (_, kind) => ({ name: `kind ${kind}` }))
    for (const isMine of RUNS) {
      const { units } = planOf(
        { catalogue: 'colors', groups: Array.from({ length: SHARES }, String), kinds, arises: () => true },
        isMine,
      )
      expect(new Set(units.map(({ kind }) => kind)).size).toBe(kinds.length)
    }
  })

  test('are those that a run takes', () => {
    const places = Array.from({ length: 100 }, (_, place) => place)
    const runs = isFull ? [() => true] : RUNS
    expect(runs.filter((run) => places.every((place) => run(place) === isMine(place)))).toHaveLength(1)
  })
})
