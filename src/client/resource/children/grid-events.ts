import { useEvent } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import { useMemo, useState } from 'react'
import type { Json } from '../../../model/json'
import { innerErrors, type InnerError } from '../form/inner-errors'
import {
  keepSame,
  namedKey,
  placesAfterInsertion,
  placesAfterMove,
  placesAfterRemoval,
  gridRowsOf,
  type GridRow,
  type RowPlaces,
} from '../../provider/grid-rows'

/**
 * Events that rows report to their grid; the same functions for every row, so that a row is drawn again only for its
 * own changes.
 */
export interface GridEvents {
  set(at: number, name: string, value: Json): void
  /** A value that nobody chose: the only one there is. */
  preset(at: number, name: string, value: Json): void
  leave(at: number, name: string): void
  remove(at: number): void
  move(from: number, to: number): void
}

interface GridEditing {
  readonly events: GridEvents
  /** A key for each row that stays with it wherever it goes. */
  readonly keys: readonly number[]
  /** The row removed last, while it can be restored. */
  readonly removed: { readonly row: GridRow; readonly at: number } | null
  restore(): void
  /** Replaces all rows: the existing ones, changed or not, and new ones after them. */
  fill(rows: readonly GridRow[]): void
  /** Changes some cells of the rows as they are now. */
  patch(cells: readonly RowPatch[]): void
  /** Whether nothing has been typed since the rows were drawn. */
  isNewest(): boolean
}

export interface RowPatch {
  readonly at: number
  readonly name: string
  readonly value: Json
}

/**
 * Changes the rows of a `children` value; the errors of a row move with it.
 * @param check the message for a cell that was left, null when it is valid
 */
export function useGridEvents(
  source: string,
  rows: readonly GridRow[],
  onChange: (rows: readonly GridRow[]) => void,
  check: (row: GridRow, name: string) => string | null,
  onPreset: ((rows: readonly GridRow[]) => void) | undefined,
): GridEditing {
  const { setError, clearErrors, getFieldState, getValues } = useFormContext()
  const [removed, setRemoved] = useState<GridEditing['removed']>(null)
  const keys = useRowKeys(rows.length)
  // Two changes may come before the next render, so what the form holds is the newest, not what is drawn.
  const latest = (): readonly GridRow[] => gridRowsOf(getValues(source) as Json | undefined)
  const messages = (): readonly InnerError[] => innerErrors(getFieldState(source).error as unknown)
  const sendMoved = (next: readonly GridRow[], places: RowPlaces) => {
    const before = messages()
    onChange(next)
    if (before.length === 0) return
    clearErrors(source)
    for (const { path, message } of before) {
      const [at = '', ...name] = path.split('.')
      const place = places[Number(at)] ?? -1
      if (place >= 0) setError([source, place, ...name].join('.'), { type: 'moved', message })
    }
  }
  const withCell = (at: number, name: string, value: Json) =>
    latest().map((row, place) => (place === at ? { ...row, [name]: value } : row))

  const set = useEvent((at: number, name: string, value: Json) => {
    const rows = latest()
    // The row was removed while its cell was being left.
    if (at >= rows.length) return
    const { [namedKey(name)]: _, ...row } = rows[at] ?? {}
    onChange(rows.with(at, { ...row, [name]: value }))
    if (messages().some(({ path }) => path === `${at}.${name}`)) clearErrors(`${source}.${at}.${name}`)
  })
  const preset = useEvent((at: number, name: string, value: Json) => {
    const next = withCell(at, name, value)
    if (!onPreset || getFieldState(source).isDirty) onChange(next)
    else onPreset(next)
  })
  const leave = useEvent((at: number, name: string) => {
    const row = latest()[at]
    // The user has seen that the name was not found: a cell left empty is meant to be empty.
    if (row?.[namedKey(name)] !== undefined) return set(at, name, row[name] ?? null)
    const message = row && (row[name] ?? null) !== null ? check(row, name) : null
    if (message) setError(`${source}.${at}.${name}`, { type: 'cell', message })
  })
  const remove = useEvent((at: number) => {
    const rows = latest()
    const row = rows[at]
    if (!row) return
    setRemoved({ row, at })
    keys.remove(at)
    sendMoved(rows.toSpliced(at, 1), placesAfterRemoval(rows.length, at))
  })
  const restore = useEvent(() => {
    if (!removed) return
    const rows = latest()
    const at = Math.min(removed.at, rows.length)
    setRemoved(null)
    keys.insert(at)
    sendMoved(rows.toSpliced(at, 0, removed.row), placesAfterInsertion(rows.length, at))
  })
  const move = useEvent((from: number, to: number) => {
    const rows = latest()
    const row = rows[from]
    if (!row || to < 0 || to >= rows.length || to === from) return
    keys.move(from, to)
    sendMoved(rows.toSpliced(from, 1).toSpliced(to, 0, row), placesAfterMove(rows.length, from, to))
  })
  const fill = useEvent((next: readonly GridRow[]) => {
    setRemoved(null)
    onChange(next)
  })
  const patch = useEvent((cells: readonly RowPatch[]) =>
    onChange(
      latest().map((row, place) => {
        const own = cells.filter(({ at }) => at === place)
        return own.length ? { ...row, ...Object.fromEntries(own.map(({ name, value }) => [name, value])) } : row
      }),
    ),
  )
  const events = useMemo(() => ({ set, preset, leave, remove, move }), [set, preset, leave, remove, move])
  return { events, keys: keys.list, removed, restore, fill, patch, isNewest: () => keepSame(rows, latest()) === rows }
}

/** The messages of a grid by row, each row's as one text that stays the same while nothing changes in it. */
export function useRowErrors(source: string): (at: number) => string {
  const { errors } = useFormState({ name: source })
  const messages = innerErrors(
    source.split('.').reduce<unknown>((part, key) => (part as { [key: string]: unknown } | undefined)?.[key], errors),
  )
  return (at) =>
    JSON.stringify(
      Object.fromEntries(
        messages
          .filter(({ path }) => path.startsWith(`${at}.`))
          .map(({ path, message }) => [path.slice(`${at}.`.length), message]),
      ),
    )
}

let made = 0
const fresh = (): number => made++

/** Keys of rows that have none of their own while they are new. */
function useRowKeys(count: number) {
  const [list, setList] = useState<readonly number[]>([])
  let shown = list
  if (list.length !== count) {
    shown =
      list.length > count ? list.slice(0, count) : [...list, ...Array.from({ length: count - list.length }, fresh)]
    setList(shown)
  }
  return {
    list: shown,
    remove: (at: number) => setList((keys) => keys.toSpliced(at, 1)),
    insert: (at: number) => setList((keys) => keys.toSpliced(at, 0, fresh())),
    move: (from: number, to: number) =>
      setList((keys) => keys.toSpliced(from, 1).toSpliced(to, 0, ...keys.slice(from, from + 1))),
  }
}
