import { createContext, useContext } from 'react'
import type { Identifier } from 'react-admin'
import type { JsonObject } from '../../../../model/json'
import type { HandOrder } from '../row-order'
import { rowId, type TreeRows } from './tree-rows'

/** The tree that a list shows, which of its rows are folded, and how they are put elsewhere. */
export interface Tree {
  readonly all: TreeRows
  readonly isFolded: (id: Identifier) => boolean
  readonly fold: (id: Identifier, folded: boolean) => void
  readonly total: number
  readonly order: HandOrder
}

export const TreeContext = createContext<Tree | null>(null)

/** Null: the list is no tree, or shows its rows one by one because it is filtered or sorted. */
export const useTree = (): Tree | null => useContext(TreeContext)

/** How many rows are under one. */
export const countUnder = ({ all }: Tree, row: JsonObject): number => all.under.get(rowId(row))?.length ?? 0
