import { describe, expect, test } from 'vitest'
import {
  checkState,
  everywhereOf,
  give,
  modulesAt,
  NO_RIGHTS,
  rightsIn,
  withoutGroups,
  type Right,
  type RightRow,
  type Rights,
  type RightsOf,
} from '../../src/model/rights/permissions'
import * as fc from '../fast-check'

const RUNS = { numRuns: 400 }

/** Trees of groups and modules, of any depth: a row stands below a group that came before it, or at the top. */
const tree: fc.Arbitrary<readonly RightRow[]> = fc
  .array(fc.record({ group: fc.boolean(), at: fc.nat(40) }), { minLength: 1, maxLength: 40 })
  .map((made) => {
    const rows: RightRow[] = []
    made.forEach(({ group, at }, i) => {
      const groups = rows.filter((row) => row.group)
      rows.push({ id: i + 1, id_parent: groups[at % (groups.length + 1)]?.id ?? null, group })
    })
    return rows
  })
const right = fc.constantFrom<Right>('see', 'edit')
const everywhere = fc.constantFrom('0', '1', '2').map(everywhereOf)
const ticks = fc.array(fc.record({ row: fc.option(fc.nat(100)), right, on: fc.boolean() }), { maxLength: 25 })
type Tick = { readonly row: number | null; readonly right: Right; readonly on: boolean }

const idAt = (rows: readonly RightRow[], row: number | null): number | null =>
  row === null ? null : (rows[row % rows.length]?.id ?? null)
const ticked = (rows: readonly RightRow[], made: readonly Tick[], all: Rights): RightsOf =>
  made.reduce((own, { row, right: one, on }) => give(own, modulesAt(rows, idAt(rows, row)), one, on, all), NO_RIGHTS)
const isBelow = (rows: readonly RightRow[], id: number, above: number): boolean => {
  for (let at: number | null = id; at !== null; at = rows.find((row) => row.id === at)?.id_parent ?? null)
    if (at === above) return true
  return false
}

describe('the matrix of a role', () => {
  test('a tick on a row gives or takes the right in every module at or below it, and touches no other', () => {
    fc.assert(
      fc.property(tree, ticks, everywhere, fc.nat(100), right, fc.boolean(), (rows, made, all, at, one, on) => {
        const before = ticked(rows, made, all)
        const id = idAt(rows, at) ?? 0
        const after = give(before, modulesAt(rows, id), one, on, all)
        for (const { id: module } of rows.filter(({ group }) => !group)) {
          if (isBelow(rows, module, id)) expect(rightsIn(after, module, all)[one]).toBe(on)
          else expect(rightsIn(after, module, all)).toEqual(rightsIn(before, module, all))
        }
      }),
      RUNS,
    )
  })

  test('whoever edits sees, whatever was ticked in whatever order', () => {
    fc.assert(
      fc.property(tree, ticks, everywhere, (rows, made, all) => {
        const own = ticked(rows, made, all)
        for (const id of modulesAt(rows, null)) expect(rightsIn(own, id, all)).not.toEqual({ see: false, edit: true })
      }),
      RUNS,
    )
  })

  test('a group is ticked when all in it is, half so when one is, and the heading is the group of all', () => {
    fc.assert(
      fc.property(tree, ticks, everywhere, right, (rows, made, all, one) => {
        const own = ticked(rows, made, all)
        const boxes = [null, ...rows.map(({ id }) => id)]
        for (const id of boxes) {
          const inside = modulesAt(rows, id)
          const given = inside.filter((module) => rightsIn(own, module, all)[one])
          expect(checkState(own, inside, one, all)).toBe(
            given.length === 0 ? 'none' : given.length === inside.length ? 'all' : 'some',
          )
        }
        for (const { id, id_parent } of rows) {
          if (id_parent !== null && checkState(own, modulesAt(rows, id), one, all) !== 'none')
            expect(checkState(own, modulesAt(rows, id_parent), one, all)).not.toBe('none')
        }
      }),
      RUNS,
    )
  })

  test('a group that is said opens what is in it, but nothing beside modules of it that are said themselves', () => {
    fc.assert(
      fc.property(
        tree,
        fc.array(fc.record({ row: fc.nat(100), see: fc.boolean(), edit: fc.boolean() }), { maxLength: 12 }),
        (rows, pairs) => {
          const said: RightsOf = new Map(pairs.map(({ row, see, edit }) => [idAt(rows, row) ?? 0, { see, edit }]))
          const meant = withoutGroups(rows, said)
          const groups = new Set(rows.flatMap(({ id, group }) => (group ? [id] : [])))
          for (const [id, rights] of meant) {
            expect(groups.has(id)).toBe(false)
            if (said.has(id)) expect(rights).toEqual(said.get(id))
            // Whatever nobody named is meant by a group around it in which nobody named anything.
            else
              expect(
                [...said].some(
                  ([group, one]) =>
                    groups.has(group) &&
                    one === rights &&
                    isBelow(rows, id, group) &&
                    !modulesAt(rows, group).some((module) => said.has(module)),
                ),
              ).toBe(true)
          }
          for (const [id, rights] of said) if (!groups.has(id)) expect(meant.get(id)).toEqual(rights)
          expect(withoutGroups(rows, meant)).toEqual(meant)
          for (const [group] of said) {
            const inside = modulesAt(rows, group)
            if (groups.has(group) && !inside.some((module) => said.has(module)))
              for (const module of inside) expect(meant.has(module)).toBe(true)
          }
        },
      ),
      RUNS,
    )
  })
})
