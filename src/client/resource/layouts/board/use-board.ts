import { useListContext, useTranslate, type Identifier, type SortPayload } from 'react-admin'
import { useCallback, useMemo, useRef, useState } from 'react'
import { columnKey, type BoardAnswer, type BoardColumn } from '../../../../model/board'
import type { JsonObject } from '../../../../model/json'
import { useFailure } from '../../../../ui/failure'
import { useProvider } from '../../../console/provider'
import { useScope } from '../../scope'
import { cardOrder } from './board-age'
import { useLayoutRows } from '../use-layout-rows'

/** As many cards come with one press on "more". */
const MORE = 50
/** A column draws no more: who looks for a record among so many filters. */
export const MAX_CARDS = 500

interface Board {
  /** Null until the first answer. */
  readonly columns: readonly BoardColumn[] | null
  readonly others: BoardAnswer['others']
  readonly total: number
  readonly failure: unknown
  readonly busy: boolean
  readonly refetch: () => Promise<unknown>
  /** Reads the next cards of a column. */
  readonly more: (column: BoardColumn) => Promise<void>
  /** Shows a card in another column while `work` runs; where that comes to nothing it goes back. */
  readonly moving: (record: JsonObject, to: BoardColumn, work: () => Promise<boolean>) => Promise<boolean>
  /** Cards whose move is not confirmed yet. */
  readonly pending: ReadonlyMap<Identifier, Pending>
}

interface Pending {
  readonly record: JsonObject
  readonly to: string
}

const rowsOf = ({ columns, total }: BoardAnswer) => ({ rows: columns.flatMap(({ items }) => items), total })
const EMPTY_BOARD: BoardAnswer = { by: '', total: 0, columns: [] }

/**
 * The columns of a board under the list's filters, with the cards that are being moved where they will be.
 * @param age the moment since which a card waits
 * @param rings it is read while the page is hidden too
 */
export function useBoard(by: string, age: string | undefined, rings: boolean): Board {
  const { filterValues, filter: bound, sort } = useListContext()
  const { resource } = useScope()
  const provider = useProvider()
  const fail = useFailure()
  const translate = useTranslate()
  const filter = useMemo<JsonObject>(
    () => ({ ...(filterValues as JsonObject), ...(bound as JsonObject | undefined) }),
    [filterValues, bound],
  )
  const { field, order: way } = cardOrder(sort, resource.list.sort, age)
  const order = useMemo<SortPayload>(() => ({ field, order: way }), [field, way])
  const asked = useMemo<JsonObject>(() => ({ filter, sort: [order.field, order.order] }), [filter, order])
  const question = JSON.stringify(asked)
  // What is drawn by now of each column, so that a poll reads as much again.
  const drawn = useRef<{ question: string; limits: { [column: string]: number } }>({ question: '', limits: {} })
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const isPoll = drawn.current.question === question
      if (!isPoll) drawn.current = { question, limits: {} }
      return provider.board(
        resource.name,
        { filter, sort: order, limits: drawn.current.limits },
        { signal, quiet: isPoll },
      )
    },
    [provider, resource, filter, order, question],
  )
  const { answer, failure, busy, refetch, change } = useLayoutRows('board', asked, ask, rowsOf, { hidden: rings })
  const [pending, setPending] = useState<ReadonlyMap<Identifier, Pending>>(new Map())
  const columns = useMemo(() => (answer ? placed(answer.columns, by, pending) : null), [answer, by, pending])
  const isAsked = Object.hasOwn(filter, by)
  return {
    // Of the columns that the filter leaves out nothing could be shown.
    columns: useMemo(
      () => (isAsked ? (columns?.filter(({ count }) => count > 0) ?? null) : columns),
      [columns, isAsked],
    ),
    others: answer?.others,
    total: (answer ?? EMPTY_BOARD).total,
    failure,
    busy,
    refetch,
    pending,
    async more({ value, after, items }) {
      if (after === undefined) return
      const key = columnKey(value)
      try {
        const page = await provider.boardMore(resource.name, {
          filter: { ...filter, [by]: value },
          sort: order,
          after,
          limit: MORE,
        })
        drawn.current.limits = { ...drawn.current.limits, [key]: Math.min(MAX_CARDS, items.length + page.items.length) }
        change((known) => ({
          ...known,
          columns: known.columns.map((column) => (columnKey(column.value) === key ? grown(column, page) : column)),
        }))
      } catch (failed) {
        fail(failed instanceof Error ? failed : new Error(translate('board.error')))
      }
    },
    async moving(record, to, work) {
      const id = record['id'] as Identifier
      setPending((known) => new Map(known).set(id, { record, to: columnKey(to.value) }))
      try {
        const done = await work()
        // What refused it has changed the record, or the board is older than it.
        const read = refetch({ cancelRefetch: false })
        if (done) await read
        return done
      } finally {
        setPending((known) => new Map([...known].filter(([one]) => one !== id)))
      }
    },
  }
}

function grown(
  column: BoardColumn,
  page: { readonly items: readonly JsonObject[]; readonly after?: string },
): BoardColumn {
  const known = new Set(column.items.map(({ id }) => id))
  return { ...column, items: [...column.items, ...page.items.filter(({ id }) => !known.has(id))], after: page.after }
}

/**
 * The columns with these cards moved; those without a moved card stay the same objects, which draws them no second
 * time.
 */
export function placed(
  columns: readonly BoardColumn[],
  by: string,
  pending: ReadonlyMap<Identifier, Pending>,
): readonly BoardColumn[] {
  if (pending.size === 0) return columns
  const all = [...pending]
  return columns.map((column) => {
    const key = columnKey(column.value)
    const left = column.items.filter(({ id }) => {
      const to = pending.get(id as Identifier)?.to
      return to === undefined || to === key
    })
    const come = all
      .filter(([id, { to }]) => to === key && !column.items.some((item) => item['id'] === id))
      .map(([, { record }]) => ({ ...record, [by]: column.value }))
    if (left.length === column.items.length && come.length === 0) return column
    return {
      ...column,
      items: [...come, ...left],
      count: column.count - (column.items.length - left.length) + come.length,
    }
  })
}
