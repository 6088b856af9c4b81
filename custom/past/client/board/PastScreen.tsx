import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useSay } from '#engine/ui'
import { FailedNotice } from '#engine/client'
import { PastTabs } from '../PastTabs'
import { MomentBar } from './MomentBar'
import { PastBoardView } from './PastBoardView'
import { useMoment } from './use-moment'
import { usePastBoard } from './use-past-board'

/** Screen `/past?at=&id_branch=`: the board as it stood at a moment. */
export default function PastScreen() {
  const say = useSay()
  const moment = useMoment()
  const { board, failure, busy, retry } = usePastBoard(moment)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: { md: 'var(--page-height)' }, minHeight: 420 }}>
      <Box
        sx={{
          px: { xs: 2, sm: 3 },
          pt: { xs: 2, sm: 2.5 },
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        <Typography variant="h1">{say('modules.past')}</Typography>
        <PastTabs at="board" />
        <MomentBar moment={moment} branches={board?.branches ?? []} />
      </Box>
      {busy && <LinearProgress aria-label={say('past.loading')} sx={{ height: 2, mb: '-2px' }} />}
      {failure !== null && <FailedNotice failure={failure} onRetry={retry} />}
      {failure === null && !board && <Skeleton aria-busy variant="rectangular" sx={{ flex: 1, minHeight: 300 }} />}
      {board && <PastBoardView board={board} />}
    </Box>
  )
}
