import { useStore } from 'react-admin'
import { useMemo } from 'react'
import type { ShownColumn } from '../columns'

export type Density = 'compact' | 'standard' | 'comfortable'
export const ROW_HEIGHT_PX: { readonly [density in Density]: number } = { compact: 30, standard: 36, comfortable: 46 }
export const useDensity = () => useStore<Density>('density', 'standard')

// Spec 1 §9: the choice is remembered per page.
export const usePageSize = (key: string, otherwise: number) => useStore<number>(`${key}.pageSize`, otherwise)

/** Names of columns in the user's order, and which of them are shown. */
interface Choice { readonly order: readonly string[]; readonly shown: readonly string[] }

export interface ColumnChoice {
  /** All there is to choose from, in the user's order. */
  readonly all: readonly ShownColumn[]
  readonly shown: readonly ShownColumn[]
  readonly isShown: (f: string) => boolean
  readonly toggle: (f: string) => void
  /** Puts a column before another, at the end when `before` is null. */
  readonly move: (f: string, before: string | null) => void
  readonly reset: () => void
  readonly changed: boolean
}

/** The user's choice of columns, kept in the store; columns that are new in the metadata stand where the metadata has them. */
export function useColumnChoice(key: string, columns: readonly ShownColumn[], extra: readonly ShownColumn[]): ColumnChoice {
  const [choice, choose] = useStore<Choice | null>(`${key}.columns`, null)
  return useMemo(() => {
    const all = ordered([...columns, ...extra.filter((one) => !columns.some((column) => column.f === one.f))], choice?.order ?? [])
    const names = all.map(({ f }) => f)
    const known = new Set(choice?.order ?? [])
    const wanted = new Set(choice?.shown ?? [])
    const isShown = (f: string) => (known.has(f) ? wanted.has(f) : columns.some((column) => column.f === f))
    const save = (order: readonly string[], shown: (f: string) => boolean) => choose({ order, shown: order.filter(shown) })
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
  }, [columns, extra, choice, choose])
}

function ordered(columns: readonly ShownColumn[], order: readonly string[]): readonly ShownColumn[] {
  if (!order.length) return columns
  const known = order.flatMap((f) => columns.find((column) => column.f === f) ?? [])
  const fresh = columns.filter(({ f }) => !order.includes(f))
  return [...known, ...fresh]
}
