import { useCallback, useState } from 'react'
import { storage, useConsole } from '#engine/client'
import { isObject, type Json } from '#engine/model'
import { JOB_KINDS } from '../../model/job-kind'
import { JOB_SORTS, type JobsAsked } from '../../model/job-order'

/** Where the panel stands at a desk. */
export type Dock = 'under' | 'beside'

export interface JobsView extends JobsAsked {
  readonly open: boolean
  readonly dock: Dock
  readonly under_px: number
  readonly beside_px: number
}

/** A window so wide has room for the list beside the map. */
const WIDE_PX = 1700

const initial = (): JobsView => ({
  open: false, dock: window.innerWidth >= WIDE_PX ? 'beside' : 'under', under_px: 280, beside_px: 620,
  kinds: [], branches: [], products: [], sort: 'urgency', down: false,
})

/** How somebody has set up the jobs panel; this browser keeps it for them. */
export function useJobsView(): readonly [view: JobsView, set: (change: Partial<JobsView>) => void] {
  const { actor } = useConsole()
  const key = `dispatcher_jobs.${actor.id}`
  const [view, setView] = useState(() => readView(storage.read(key) as Json | undefined, initial()))
  const set = useCallback((change: Partial<JobsView>) => setView((now) => {
    const next = { ...now, ...change }
    storage.write(key, next)
    return next
  }), [key])
  return [view, set]
}

/** What was kept, as far as it still means something. */
export function readView(kept: Json | undefined, otherwise: JobsView): JobsView {
  if (!isObject(kept)) return otherwise
  const { open, dock, kinds, branches, products, sort, down } = kept
  const pixels = (name: 'under_px' | 'beside_px'): number => (typeof kept[name] === 'number' ? kept[name] : otherwise[name])
  return {
    open: open === true, dock: dock === 'under' || dock === 'beside' ? dock : otherwise.dock,
    under_px: pixels('under_px'), beside_px: pixels('beside_px'),
    kinds: JOB_KINDS.filter((kind) => Array.isArray(kinds) && kinds.includes(kind)), branches: idsIn(branches), products: idsIn(products),
    sort: JOB_SORTS.find((one) => one === sort) ?? otherwise.sort, down: down === true,
  }
}

const idsIn = (value: Json | undefined): readonly number[] => (
  Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id) && Number(id) > 0) : []
)
