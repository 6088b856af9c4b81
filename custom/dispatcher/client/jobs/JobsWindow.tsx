import Box from '@mui/material/Box'
import { useCallback, useRef } from 'react'
import { mayEdit } from '#engine/model'
import { useConsole } from '#engine/client'
import { LastDeed } from '../live/LastDeed'
import { NewsProvider } from '../live/on-news'
import { BoardDialogs, useBoardDialogs } from '../screen/BoardDialogs'
import JobsRoom from './JobsRoom'
import { useJobNews } from './use-job-news'
import { useJobsView } from './use-jobs-view'

/** Screen `/dispatcher_jobs`: the rides that are not over in a window of their own, in step with the board's. */
export default function JobsWindow() {
  const { actor } = useConsole()
  const dialogs = useBoardDialogs()
  const [view, setView] = useJobsView()
  const onNews = useJobNews()
  const list = useRef<HTMLElement>(null)
  const focus = useCallback(() => list.current?.focus(), [])
  return (
    <NewsProvider value={onNews}>
      <Box sx={{ height: 'var(--page-height)', display: 'flex' }}>
        <JobsRoom
          view={view}
          onView={setView}
          mayEdit={mayEdit(actor, { module: 'dispatcher' })}
          dialogs={dialogs}
          vehicle={null}
          place={null}
          list={list}
          onReady={focus}
        />
      </Box>
      <BoardDialogs {...dialogs} />
      <LastDeed />
    </NewsProvider>
  )
}
