import { useStore } from 'react-admin'
import { useMemo } from 'react'
import type { ColumnOrder, Density } from '../../../model/list-view'
import type { ShownColumn } from '../columns'
import { useLooks } from './list-look'

export const ROW_HEIGHT_PX: { readonly [density in Density]: number } = { compact: 30, standard: 36, comfortable: 46 }

/** The height of this list's rows; a list without a choice of its own takes the one chosen last in any list. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const { look, keep } = useLooks()
  const [latest, setLatest] = useStore<Density>('density', 'standard')
  return [
    look.density ?? latest,
    (density) => {
      setLatest(density)
      keep({ density })
    },
  ]
}

export interface ColumnChoice {
  /** All columns to choose from, in the user's order. */
  readonly all: readonly ShownColumn[]
  readonly shown: readonly ShownColumn[]
  readonly isShown: (f: string) => boolean
  readonly toggle: (f: string) => void
  /** Puts a column before another, at the end when `before` is null. */
  readonly move: (f: string, before: string | null) => void
  readonly reset: () => void
  readonly changed: boolean
}

/** The user's choice of columns; new columns are placed as in the metadata, removed ones are left out. */
export function useColumnChoice(columns: readonly ShownColumn[], extra: readonly ShownColumn[]): ColumnChoice {
  const { look, keep } = useLooks()
  const choice = look.columns ?? null
  return useMemo(() => {
    const all = ordered(eachOnce([...columns, ...extra]), choice?.order ?? [])
    const names = all.map(({ f }) => f)
    const known = new Set(choice?.order ?? [])
    const wanted = new Set(choice?.shown ?? [])
    const isOwn = (f: string) => columns.some((column) => column.f === f)
    // A choice of which no column is left does not count.
    const isAny = names.some((f) => wanted.has(f))
    const isShown = (f: string) => (isAny && known.has(f) ? wanted.has(f) : isOwn(f))
    const choose = (to: ColumnOrder | null) => keep({ columns: to })
    const save = (order: readonly string[], shown: (f: string) => boolean) =>
      choose({ order, shown: order.filter(shown) })
    return {
      all,
      shown: all.filter(({ f }) => isShown(f)),
      isShown,
      toggle: (f) => save(names, (one) => isShown(one) !== (one === f)),
      move: (f, before) => {
        const rest = names.filter((one) => one !== f)
        const at = before === null ? rest.length : rest.indexOf(before)
        save([...rest.slice(0, at), f, ...rest.slice(at)], isShown)
      },
      reset: () => choose(null),
      changed: choice !== null,
    }
  }, [columns, extra, choice, keep])
}

/** A column that is named twice, among the details and by the engine, is chosen once. */
export const eachOnce = (columns: readonly ShownColumn[]): readonly ShownColumn[] =>
  columns.filter(({ f }, at) => columns.findIndex((one) => one.f === f) === at)

function ordered(columns: readonly ShownColumn[], order: readonly string[]): readonly ShownColumn[] {
  if (!order.length) return columns
  const known = order.flatMap((f) => columns.find((column) => column.f === f) ?? [])
  const fresh = columns.filter(({ f }) => !order.includes(f))
  return [...known, ...fresh]
}
