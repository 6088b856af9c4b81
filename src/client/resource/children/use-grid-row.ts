import { useMemo } from 'react'
import { useRowContext } from '../grid/row-context'
import type { OneRowProps } from './GridRows'
import { useOpenLists } from './inner-rows'
import { useNear } from './near'

/** What a row of a grid knows of itself, as a line of a table or as a card. */
export function useGridRow<Drawn extends HTMLElement>({
  source,
  shape,
  row,
  at,
  errors,
  disabled,
  events,
  count,
}: OneRowProps) {
  const context = useRowContext(row, source)
  const messages = useMemo(() => JSON.parse(errors) as { readonly [f: string]: string }, [errors])
  const { row: element, near, onFocus } = useNear<Drawn>(count)
  const lists = useOpenLists(shape.columns, messages)
  /** For its cells, and for rows within it. */
  const shared = { source, row, at, context, disabled, events, lists }
  return { element, near, onFocus, lists, messages, shared, place: { row: at + 1 } }
}
