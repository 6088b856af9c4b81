import { useEvent, useTranslate, type Identifier } from 'react-admin'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { columnKey, type BoardColumn } from '../../../../model/board'
import type { JsonObject } from '../../../../model/json'
import { useScope } from '../../scope'
import { focusCard } from './use-board-keys'
import type { Drop } from './use-drops'

interface Lifted {
  readonly id: string
  readonly at: string | null
  readonly byKeys: boolean
}

interface Lifting {
  /** Cards that are being moved already. */
  readonly pending: ReadonlyMap<Identifier, unknown>
  readonly columns: readonly BoardColumn[] | null
  readonly rows: readonly JsonObject[]
  readonly judge: (record: JsonObject, to: BoardColumn, columns: readonly BoardColumn[]) => Drop
  readonly drop: (record: JsonObject, to: BoardColumn, anchor: HTMLElement | null) => void
}

/** The card that is being moved: what each column says to it, and the one it is over. */
export function useLift(root: RefObject<HTMLElement | null>, { columns, rows, judge, drop, pending }: Lifting) {
  const translate = useTranslate()
  const { nameOf } = useScope()
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [said, setSaid] = useState('')
  const record = lifted ? rows.find((row) => String(row['id']) === lifted.id) : undefined
  const marks = useMemo(
    () =>
      record && columns
        ? new Map(columns.map((column) => [columnKey(column.value), judge(record, column, columns)]))
        : null,
    [record, columns, judge],
  )
  const columnOf = (key: string | null): BoardColumn | undefined =>
    columns?.find(({ value }) => columnKey(value) === key)
  const elementOf = (key: string): HTMLElement | null =>
    root.current?.querySelector<HTMLElement>(`[data-board-column="${CSS.escape(key)}"]`) ?? null

  // Marked in the page alone: drawing its column anew for it would draw all its cards.
  const id = lifted?.id
  useEffect(() => {
    const card = id === undefined ? null : root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    card?.setAttribute('data-lifted', 'true')
    return () => card?.removeAttribute('data-lifted')
  })

  const sentence = (key: string): string => {
    const [column, mark] = [columnOf(key)?.label ?? '', marks?.get(key)]
    if (!mark || mark.kind === 'here') return translate('board.target_here', { column })
    return mark.kind === 'refused'
      ? translate('board.target_not', { column, why: mark.why })
      : translate('board.target', { column, action: mark.ways.map(({ label }) => label).join(', ') })
  }
  const cancel = useEvent((tells = true) => {
    if (tells && lifted?.byKeys && record)
      setSaid(
        translate('board.cancelled', {
          name: nameOf(record),
          column: columns?.find(({ items }) => items.includes(record))?.label ?? '',
        }),
      )
    setLifted(null)
  })
  const up = useEvent((of: string, byKeys: boolean) => {
    const column = columns?.find(({ items }) => items.some((item) => String(item['id']) === of))
    const card = column?.items.find((item) => String(item['id']) === of)
    if (!column || !card || pending.has(card['id'] as Identifier)) return
    setLifted({ id: of, at: byKeys ? columnKey(column.value) : null, byKeys })
    if (byKeys) setSaid(translate('board.picked', { name: nameOf(card), column: column.label }))
  })
  const put = useEvent((of: string, key: string | null) => {
    const [card, column] = [rows.find((row) => String(row['id']) === of), columnOf(key)]
    setLifted(null)
    if (!card || !column || key === null) return
    drop(card, column, elementOf(key)?.querySelector('header') ?? null)
  })
  /** A key while a card is lifted by keys. @returns whether it was one of these */
  const onKey = useEvent((key: string): boolean => {
    if (!lifted?.byKeys || !columns || key === 'Shift') return false
    const keys = columns.map(({ value }) => columnKey(value))
    const at = keys.indexOf(lifted.at ?? '')
    const to =
      key === 'ArrowRight' || key === 'l'
        ? at + 1
        : key === 'ArrowLeft' || key === 'h'
          ? at - 1
          : key === 'Home'
            ? 0
            : key === 'End'
              ? keys.length - 1
              : null
    if (to !== null) {
      const next = keys[Math.max(0, Math.min(keys.length - 1, to))] ?? ''
      setLifted({ ...lifted, at: next })
      setSaid(sentence(next))
      elementOf(next)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return true
    }
    if (key === 'Enter' || key === ' ' || key === 'm') {
      const mark = lifted.at === null ? undefined : marks?.get(lifted.at)
      // Where it may not go it stays lifted, and the reason is said again.
      if (mark?.kind === 'refused') setSaid(`${sentence(lifted.at ?? '')} `)
      else if (mark?.kind === 'here') cancel()
      else put(lifted.id, lifted.at)
      return true
    }
    cancel()
    if (key === 'Escape') focusCard(root.current, lifted.id)
    return key === 'Escape'
  })
  return {
    marks,
    at: lifted?.at ?? null,
    said,
    up,
    onKey,
    over: useEvent((key: string | null) => setLifted((now) => now && { ...now, at: key })),
    drop: put,
    cancel: useEvent(() => cancel()),
    /** The focus left the board. */
    left: useEvent(() => {
      if (lifted?.byKeys) cancel()
    }),
  }
}
