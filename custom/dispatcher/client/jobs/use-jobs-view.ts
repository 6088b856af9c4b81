import { useCallback, useMemo } from 'react'
import { isObject, type Json } from '#engine/model'
import { JOB_KINDS } from '../../model/job-kind'
import { JOB_SORTS, type JobsAsked } from '../../model/job-order'
import { useDeskLayout } from '../layout/use-desk-layout'
import { JOB_COLUMNS, type JobColumn } from './rows-style'

/** Where the panel stands at a desk; alone: there is no map. */
const DOCKS = ['under', 'beside', 'alone'] as const
export type Dock = (typeof DOCKS)[number]

export interface JobsView extends JobsAsked {
  readonly open: boolean
  readonly dock: Dock
  readonly under_px: number
  readonly beside_px: number
  /** Columns that are not shown. */
  readonly hidden: readonly JobColumn[]
}

/** A window so wide has room for the list beside the map. */
const WIDE_PX = 1700

const initial = (): JobsView => ({
  open: false,
  dock: window.innerWidth >= WIDE_PX ? 'beside' : 'under',
  under_px: 280,
  beside_px: 620,
  kinds: [],
  branches: [],
  products: [],
  sort: 'urgency',
  down: false,
  hidden: [],
})

/** How somebody has set up the jobs panel, kept with the rest of their desk. */
export function useJobsView(): readonly [view: JobsView, set: (change: Partial<JobsView>) => void] {
  const [layout, change] = useDeskLayout()
  const view = useMemo(() => readJobsView(layout, initial()), [layout])
  const set = useCallback(
    ({ kinds, branches, products, hidden, ...rest }: Partial<JobsView>) =>
      change({
        ...rest,
        ...(kinds && { kinds: [...kinds] }),
        ...(branches && { branches: [...branches] }),
        ...(products && { products: [...products] }),
        ...(hidden && { hidden: [...hidden] }),
      }),
    [change],
  )
  return [view, set]
}

/** What was kept, as far as it still means something. */
export function readJobsView(kept: Json | undefined, otherwise: JobsView): JobsView {
  if (!isObject(kept)) return otherwise
  const { open, dock, kinds, branches, products, sort, down, hidden } = kept
  const pixels = (name: 'under_px' | 'beside_px'): number =>
    typeof kept[name] === 'number' ? kept[name] : otherwise[name]
  return {
    open: open === true,
    dock: DOCKS.find((one) => one === dock) ?? otherwise.dock,
    under_px: pixels('under_px'),
    beside_px: pixels('beside_px'),
    kinds: JOB_KINDS.filter((kind) => Array.isArray(kinds) && kinds.includes(kind)),
    branches: idsIn(branches),
    products: idsIn(products),
    sort: JOB_SORTS.find((one) => one === sort) ?? otherwise.sort,
    down: down === true,
    hidden: JOB_COLUMNS.filter((column) => Array.isArray(hidden) && hidden.includes(column)),
  }
}

const idsIn = (value: Json | undefined): readonly number[] =>
  Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id) && Number(id) > 0) : []
