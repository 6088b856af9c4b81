import Box from '@mui/material/Box'
import Close from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { CallResponse } from '../../model/call'
import { type liveNoticesCall, readNoticesCall, removeNoticeCall } from '../../model/notice-calls'
import { recordRoute } from '../../model/record-route'
import { dateTimeText } from '../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { useFailure } from '../../ui/failure'
import { useConsole } from '../console/console'
import { useProvider } from '../console/provider'
import type { Live } from '../console/use-live'
import { BarPopover, type BarMenu } from './BarPopover'
import { NoticeAction } from './NoticeAction'

const WebPageDialog = lazy(() => import('./WebPageDialog'))

type Notices = CallResponse<typeof liveNoticesCall>

interface NoticeListProps extends BarMenu {
  readonly live: Live<Notices>
}

/** The last notices, each with its record; they are read once the list is open. */
export default function NoticeList({ live, ...menu }: NoticeListProps) {
  const say = useSay()
  const { onClose } = menu
  const { zone } = useDisplayStyle()
  const { model } = useConsole()
  const provider = useProvider()
  const fail = useFailure()
  const notices = live.answer?.notifications ?? []
  const unread = live.answer?.unread ?? 0
  // What was unread when the list was opened stays marked while it is open.
  const [fresh] = useState(() => new Set(notices.filter(({ status }) => status === '1').map((notice) => notice.id)))
  const [page, setPage] = useState<{ readonly title: string; readonly url: string } | null>(null)
  const { put, answer } = live
  useEffect(() => {
    if (unread === 0 || !answer) return
    put({ ...answer, unread: 0, notifications: answer.notifications.map((notice) => ({ ...notice, status: '3' })) })
    provider.call(readNoticesCall, {}, { quiet: true }).catch(fail)
  }, [unread, answer, put, provider, fail])

  const remove = async (notice: number): Promise<void> => {
    const before = live.answer
    if (before) put({ ...before, notifications: notices.filter((one) => one.id !== notice) })
    try {
      await provider.call(removeNoticeCall, { id: notice })
    } catch (error) {
      if (before) put(before)
      fail(error)
    }
  }
  const pathOf = ({ resource, id_target, below, actionable }: Notices['notifications'][number]): string | null => {
    if (resource === null && actionable) return actionable.path ?? null
    const of = resource === null ? undefined : model.resources[resource]
    return of && id_target !== null ? `${recordRoute(of, id_target)}${below === null ? '' : `/${below}`}` : null
  }

  return (
    <>
      <BarPopover
        {...menu}
        label={say('notices.title')}
        width_px={380}
        head={
          <>
            <Typography variant="h6" component="h2" sx={{ px: 2, pt: 1.5, pb: 0.5, fontSize: '1rem' }}>
              {say('notices.title')}
            </Typography>
            {notices.length === 0 && (
              <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{say('notices.empty')}</Typography>
            )}
          </>
        }
      >
        {notices.map((notice) => {
          const path = pathOf(notice)
          const title = notice.title ?? notice.body
          return (
            <Box
              component="li"
              key={notice.id}
              sx={{
                display: 'flex',
                gap: 1,
                px: 2,
                py: 1,
                borderTop: 1,
                borderColor: 'divider',
                ...(fresh.has(notice.id) && { bgcolor: 'action.hover' }),
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <NoticeAction
                  action={notice.actionable}
                  path={path}
                  text={title}
                  onWeb={(url) => setPage({ title, url })}
                  onClose={onClose}
                />
                {notice.title !== null && (
                  <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
                    {notice.body}
                  </Typography>
                )}
                <Typography
                  variant="body2"
                  component="time"
                  dateTime={notice.date_created}
                  sx={{ color: 'text.secondary' }}
                >
                  {dateTimeText(notice.date_created, zone)}
                </Typography>
                {notice.resource === null && notice.actionable?.name && (
                  <div>
                    <NoticeAction
                      button
                      action={notice.actionable}
                      path={path}
                      text={notice.actionable.name}
                      onWeb={(url) => setPage({ title, url })}
                      onClose={onClose}
                    />
                  </div>
                )}
              </Box>
              <IconButton
                size="small"
                aria-label={`${say('notices.remove')}: ${title}`}
                title={say('notices.remove')}
                onClick={() => void remove(notice.id)}
                sx={{ alignSelf: 'flex-start' }}
              >
                <Close fontSize="small" />
              </IconButton>
            </Box>
          )
        })}
      </BarPopover>
      {page && (
        <Suspense>
          <WebPageDialog {...page} onClose={() => setPage(null)} />
        </Suspense>
      )}
    </>
  )
}
