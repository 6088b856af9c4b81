import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import { useNotify } from 'react-admin'
import { useHref } from 'react-router-dom'
import { useHeldKeys, useSay, type Key } from '#engine/ui'
import type { JobsPlace } from './JobsHead'
import { type JobsView, useJobsView } from './use-jobs-view'

interface JobsPanel {
  readonly view: JobsView
  readonly onView: (change: Partial<JobsView>) => void
  readonly place: JobsPlace
  readonly list: RefObject<HTMLElement | null>
  readonly onReady: () => void
  readonly toggle: () => void
  readonly key: Key
}

/** The jobs panel on the board: whether it is open, where it stands, and the key that leads to it. */
export function useJobsPanel(staff: boolean): JobsPanel {
  const say = useSay()
  const notify = useNotify()
  const held = useHeldKeys()
  const [view, onView] = useJobsView()
  const list = useRef<HTMLElement>(null)
  const wanted = useRef(false)
  const onReady = useCallback(() => {
    if (!wanted.current) return
    wanted.current = false
    list.current?.focus()
    held.arrive()
  }, [held])
  const href = useHref('/dispatcher_jobs')
  const [place] = useState(() => ({
    onDock: (dock: JobsView['dock']) => onView({ dock }),
    onTearOff: () => {
      const own = window.open(
        href,
        'toolrides_jobs',
        `popup,width=${Math.min(1280, window.screen.availWidth)},height=${Math.min(900, window.screen.availHeight)}`,
      )
      if (own === null) notify(say('dispatcher.jobs.popup_blocked'), { type: 'warning' })
      else onView({ open: false })
    },
    onClose: () => onView({ open: false }),
  }))
  const reach = (): void => {
    if (list.current) {
      list.current.focus()
      return held.arrive()
    }
    wanted.current = true
    onView({ open: true })
  }
  return {
    view,
    onView,
    place: useMemo(() => ({ dock: view.dock, ...place }), [view.dock, place]),
    list,
    onReady,
    toggle: useCallback(() => onView({ open: !view.open }), [onView, view.open]),
    key: { keys: 's', label: say('dispatcher.jobs.title'), run: reach, active: staff, opens: true },
  }
}
