import {
  ListContextProvider,
  useGetList,
  useListContext,
  useStore,
  useEvent,
  useTranslate,
  type Identifier,
  type ListControllerResult,
  type RaRecord,
} from 'react-admin'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { JsonObject } from '../../../../model/json'
import { useScope } from '../../scope'
import { useConfirm } from '../../../../ui/Confirm'
import { type Tree, TreeContext } from './tree-context'
import { rowId, openRows, treeRows } from './tree-rows'
import { useTreeOrder } from './use-tree-order'

// The limit of one call; a larger catalogue is listed page by page, each row with its path.
const MAX_ROWS = 1000
// A smaller tree opens unfolded; a larger one with its top rows only.
const FEW_ROWS = 100

const NO_IDS: readonly Identifier[] = []

/**
 * Around a list of a tree: without a search, filter or other order, all rows are read at once and shown as a tree.
 * Components below read the visible rows from the list's own context.
 */
export default function TreeList({
  bound,
  storeKey,
  children,
}: {
  bound: JsonObject
  storeKey: string
  children: ReactNode
}) {
  const { resource, nameOf } = useScope()
  const translate = useTranslate()
  const [ask, dialog] = useConfirm()
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
  const [turned, setTurned] = useStore<readonly Identifier[]>(`${storeKey}.folds.${opens ? 'open' : 'closed'}`, NO_IDS)
  const isFolded = useCallback(
    (id: Identifier) => all.under.has(id) && turned.includes(id) === opens,
    [all, turned, opens],
  )
  const fold = useCallback(
    (id: Identifier, folded: boolean) =>
      setTurned(folded === opens ? [...turned.filter((one) => one !== id), id] : turned.filter((one) => one !== id)),
    [turned, opens, setTurned],
  )
  const isTree = isWhole && fits
  const mayJoin = useEvent((id: Identifier, into: Identifier) => {
    const [name, other] = [id, into].map((one) => nameOf(all.rows.find((row) => rowId(row) === one) ?? {}))
    return ask({
      title: translate('list.join_ask', { name, other }),
      text: translate('list.join_text', { name, other }),
      accept: translate('list.join_accept'),
    })
  })
  const order = useTreeOrder(resource.name, isTree ? all : null, fold, refetch, mayJoin)
  const tree = useMemo<Tree | null>(
    () => (isTree ? { all, isFolded, fold, total: total ?? all.rows.length, order } : null),
    [isTree, all, isFolded, fold, total, order],
  )
  const shown = useMemo(() => openRows(all, isFolded), [all, isFolded])
  if (!tree) return <TreeContext.Provider value={null}>{children}</TreeContext.Provider>
  const whole = {
    ...list,
    data: shown,
    total: tree.total,
    page: 1,
    perPage: MAX_ROWS,
    hasNextPage: false,
    hasPreviousPage: false,
    isPending,
    isLoading: isPending,
    isFetching,
    isPlaceholderData,
    error,
    refetch,
  } as unknown as ListControllerResult
  return (
    <TreeContext.Provider value={tree}>
      <ListContextProvider value={whole}>
        {children}
        {dialog}
      </ListContextProvider>
    </TreeContext.Provider>
  )
}
