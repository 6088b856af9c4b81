import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import NotificationsNone from '@mui/icons-material/NotificationsNone'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { liveNoticesCall } from '../../model/notice-calls'
import { useSay } from '../../ui/show/style'
import { soundNews } from '../console/alarm'
import { useLiveCall } from '../console/use-live'
import { useShell } from '../console/shell-context'
import { useMenu } from '../console/use-menu'

const NoticeList = lazy(() => import('./NoticeList'))

const MAX_COUNT = 9

/** The person's own notices: how many are unread, and their list. */
export default function NoticeBell() {
  const say = useSay()
  const live = useLiveCall(liveNoticesCall, {})
  const { button, menu } = useMenu()
  const unread = live.answer?.unread ?? 0
  useRenewed(live.answer?.settings)
  useHeard(live.answer?.notifications)
  const label = unread === 0 ? say('notices.title') : say('notices.unread', { smart_count: unread })
  return (
    <>
      <IconButton {...button} aria-label={label} title={label}>
        <Badge badgeContent={unread} max={MAX_COUNT} color="error">
          <NotificationsNone fontSize="small" />
        </Badge>
      </IconButton>
      {menu.open && (
        <Suspense fallback={null}>
          <NoticeList {...menu} live={live} />
        </Suspense>
      )}
    </>
  )
}

/**
 * One that was not there before is heard (spec 1 §8), unless somebody has turned the sound off; those that are there at
 * first are no news.
 */
function useHeard(notices: readonly { readonly id: number }[] | undefined): void {
  const last = useRef<number | null>(null)
  useEffect(() => {
    if (!notices) return
    const newest = Math.max(0, ...notices.map(({ id }) => id))
    if (last.current !== null && newest > last.current) soundNews()
    last.current = Math.max(newest, last.current ?? 0)
  }, [notices])
}

/** Settings that somebody changes are in force here with the next poll. */
function useRenewed(stamp: string | undefined): void {
  const { renew } = useShell()
  const last = useRef(stamp)
  useEffect(() => {
    if (stamp === undefined || stamp === last.current) return
    const isFirst = last.current === undefined
    last.current = stamp
    if (!isFirst) void renew()
  }, [stamp, renew])
}
