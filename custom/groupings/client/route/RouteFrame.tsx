import ArrowBack from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import type { ReactNode } from 'react'
import { useSay } from '#engine/ui'
import { FailedNotice } from '#engine/client'

/** The head of a page below a grouping's: what it is about, the way back, and its buttons. */
export function RouteHead({
  title,
  text,
  back,
  children,
}: {
  title: string
  text?: string
  back: string
  children?: ReactNode
}) {
  const say = useSay()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
      <IconButton component={LinkBase} to={back} aria-label={say('groupings.back')} edge="start">
        <ArrowBack />
      </IconButton>
      <Box sx={{ minWidth: 0, flex: '1 1 220px' }}>
        <Typography variant="h1" noWrap>
          {title}
        </Typography>
        {text && (
          <Typography variant="body2" color="text.secondary" noWrap>
            {text}
          </Typography>
        )}
      </Box>
      {children}
    </Box>
  )
}

/** Why there is no route to show, with another try. */
export function RouteFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const say = useSay()
  return <FailedNotice canBeLost title={say('detail.error')} failure={failure} onRetry={onRetry} />
}

export const RouteWaiting = () => (
  <Stack spacing={1.5} sx={{ p: 2 }} aria-busy>
    <Skeleton width={260} height={32} />
    <Skeleton variant="rounded" height={320} />
    <Skeleton variant="rounded" height={160} />
  </Stack>
)
