import type { RefObject } from 'react'
import { useNotify } from 'react-admin'
import { useSay } from '#engine/ui'
import { JOB_KINDS } from '../../model/job-kind'
import { JOB_SORTS } from '../../model/job-order'
import type { JobVerbs } from './JobsBar'
import { toggled } from './KindChips'
import type { JobsView } from './use-jobs-view'

interface JobKeysOptions {
  readonly view: JobsView
  readonly onView: (change: Partial<JobsView>) => void
  readonly verbs: JobVerbs
  /** More than one ride is chosen. */
  readonly several: boolean
  readonly list: RefObject<HTMLElement | null>
  readonly onClose: (() => void) | undefined
}

/** The letters of the list, while it has the focus. @returns whether a key is one of them */
export function useJobKeys({ view, onView, verbs, several, list, onClose }: JobKeysOptions): (key: string) => boolean {
  const say = useSay()
  const notify = useNotify()
  const toVehicle = (): void => {
    if (verbs.toVehicle) verbs.toVehicle.run()
    else notify(say('dispatcher.jobs.choose_vehicle'), { type: 'info' })
  }
  const keys: { readonly [key: string]: (() => void) | undefined } = {
    // Several have no drivers in common to choose from: they go to the vehicle that is chosen.
    a: () => (several ? toVehicle : verbs.assign)?.(),
    b: () => verbs.search?.(),
    v: toVehicle,
    d: () => verbs.decide?.run(),
    // The page's own, which a list keeps from it.
    z: () => verbs.undo?.(),
    o: () => onView({ sort: JOB_SORTS[(JOB_SORTS.indexOf(view.sort) + 1) % JOB_SORTS.length], down: false }),
    0: () => onView({ kinds: [] }),
    // The page has its keys again.
    Escape: () => list.current?.blur(),
    s: onClose,
  }
  return (key) => {
    const kind = JOB_KINDS[Number(key) - 1]
    const run = kind ? () => onView({ kinds: toggled(view.kinds, kind) }) : keys[key]
    run?.()
    return run !== undefined
  }
}
