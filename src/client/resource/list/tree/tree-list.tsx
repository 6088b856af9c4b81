import { ListContextProvider, useGetList, useListContext, useStore, type Identifier, type ListControllerResult, type RaRecord } from 'react-admin'
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react'
import type { JsonObject } from '../../../../model/json'
import { useScope } from '../../scope'
import { idOf, openRows, treeRows, type TreeRows } from './tree-rows'

// The limit of one call; a larger catalogue is listed page by page, each row with its path.
const MAX_ROWS = 1000
// A smaller tree opens unfolded; a larger one with its top rows only.
const FEW_ROWS = 100

/** The tree that a list shows, and which of its rows are folded. */
interface Tree {
  readonly all: TreeRows
  readonly isFolded: (id: Identifier) => boolean
  readonly fold: (id: Identifier, folded: boolean) => void
  readonly total: number
}

const TreeContext = createContext<Tree | null>(null)

/** Null: the list is no tree, or shows its rows one by one because it is filtered or sorted. */
export const useTree = (): Tree | null => useContext(TreeContext)

const NONE: readonly Identifier[] = []

/**
 * Around a list of a tree: without a search, filter or other order, all rows are read at once and shown as a tree.
 * Components below read the visible rows from the list's own context.
 */
export function TreeList({ bound, storeKey, children }: { bound: JsonObject; storeKey: string; children: ReactNode }) {
  const { resource } = useScope()
  const list = useListContext()
  const { filterValues, sort } = list
  const [field, direction] = resource.list.sort
  const isOwnOrder = sort.field === field && sort.order.toLowerCase() === direction
  const isWhole = isOwnOrder && Object.keys(filterValues as object).length === 0
  const { data, total, isPending, isFetching, isPlaceholderData, error, refetch } = useGetList<RaRecord, Error>(
    resource.name,
    { pagination: { page: 1, perPage: MAX_ROWS }, sort, filter: bound },
    { enabled: isWhole, retry: false },
  )
  const fits = total === undefined || total <= MAX_ROWS
  const all = useMemo(() => treeRows((data ?? []) as readonly JsonObject[]), [data])
  const opens = all.rows.length <= FEW_ROWS
  // Rows that the user has folded or unfolded, against their initial state.
  const [turned, setTurned] = useStore<readonly Identifier[]>(`${storeKey}.folds.${opens ? 'open' : 'closed'}`, NONE)
  const isFolded = useCallback((id: Identifier) => all.under.has(id) && turned.includes(id) === opens, [all, turned, opens])
  const fold = useCallback(
    (id: Identifier, folded: boolean) => setTurned(folded === opens ? [...turned.filter((one) => one !== id), id] : turned.filter((one) => one !== id)),
    [turned, opens, setTurned],
  )
  const tree = useMemo<Tree | null>(
    () => (isWhole && fits ? { all, isFolded, fold, total: total ?? all.rows.length } : null),
    [isWhole, fits, all, isFolded, fold, total],
  )
  const shown = useMemo(() => openRows(all, isFolded), [all, isFolded])
  if (!tree) return <TreeContext.Provider value={null}>{children}</TreeContext.Provider>
  const whole = {
    ...list, data: shown, total: tree.total, page: 1, perPage: MAX_ROWS, hasNextPage: false, hasPreviousPage: false,
    isPending, isLoading: isPending, isFetching, isPlaceholderData, error, refetch,
  } as unknown as ListControllerResult
  return (
    <TreeContext.Provider value={tree}>
      <ListContextProvider value={whole}>{children}</ListContextProvider>
    </TreeContext.Provider>
  )
}

/** How many rows are under one. */
export const countUnder = ({ all }: Tree, row: JsonObject): number => all.under.get(idOf(row))?.length ?? 0
