import { describe, expect, test } from 'vitest'
import { dropped, indented, joins, stepped } from '../../src/client/resource/list/tree/use-tree-order'
import { openRows, treeRows } from '../../src/client/resource/list/tree/tree-rows'

const row = (id: number, id_parent: number | null = null) => ({ id, id_parent })
// 1 (2 (4), 3), 5 (6)
const tree = treeRows([row(1), row(5), row(3, 1), row(6, 5), row(4, 2), row(2, 1)].sort((a, b) => a.id - b.id))
const ids = (rows: readonly { readonly [key: string]: unknown }[]) => rows.map(({ id }) => id)

describe('the rows of a tree', () => {
  test('stand each before what hangs under it', () => {
    expect(ids(tree.rows)).toEqual([1, 2, 4, 3, 5, 6])
    expect([...tree.depth]).toEqual([
      [1, 0],
      [2, 1],
      [4, 2],
      [3, 1],
      [5, 0],
      [6, 1],
    ])
  })

  test('a row whose parent is not among them stands at the top, one that hangs in a circle nowhere', () => {
    expect(ids(treeRows([row(1, 9), row(2, 1)]).rows)).toEqual([1, 2])
    expect(ids(treeRows([row(1), row(2, 3), row(3, 2)]).rows)).toEqual([1])
  })

  test('what is folded hides everything under it', () => {
    expect(ids(openRows(tree, (id) => id === 1))).toEqual([1, 5, 6])
    expect(ids(openRows(tree, (id) => id === 2))).toEqual([1, 2, 3, 5, 6])
  })
})

describe('a row of a tree moved', () => {
  test.each([
    ['under another', 6, 'into', 1, { parent: 1, order: [2, 3, 6] }],
    ['before another', 6, 'before', 3, { parent: 1, order: [2, 6, 3] }],
    ['after another', 4, 'after', 5, { parent: null, order: [1, 5, 4] }],
    ['among its own', 3, 'before', 2, { parent: 1, order: [3, 2] }],
    ['to where it is', 3, 'after', 2, null],
    ['onto itself', 3, 'into', 3, null],
    ['under its grandchild', 1, 'into', 4, null],
    ['beside its child', 1, 'after', 2, null],
  ] as const)('%s', (_what, id, drop, over, expected) => expect(dropped(tree, id, drop, over)).toEqual(expected))

  test('by the keys: up, down, out and in, as far as there is a place', () => {
    expect(stepped(tree, 3, -1)).toEqual({ parent: 1, order: [3, 2] })
    expect(stepped(tree, 3, 1)).toBe(null)
    expect(indented(tree, 3, 1)).toEqual({ parent: 2, order: [4, 3] })
    expect(indented(tree, 4, -1)).toEqual({ parent: 1, order: [2, 4, 3] })
    expect(indented(tree, 1, -1)).toBe(null)
    expect(indented(tree, 1, 1)).toBe(null)
  })
})

test('a row that has rows of its own is put under another such row only when asked for, and anything else at once', () => {
  expect(joins(tree, 5, 'into', 1)).toBe(true)
  expect([
    joins(tree, 6, 'into', 1),
    joins(tree, 5, 'into', 3),
    joins(tree, 5, 'before', 1),
    joins(tree, 5, 'after', 1),
  ]).toEqual([false, false, false, false])
})
