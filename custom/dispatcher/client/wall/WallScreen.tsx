import { isStaff } from '#app/asker'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FullscreenIcon from '@mui/icons-material/Fullscreen'
import { useRef, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { useConsole } from '#engine/client'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import { JOB_KINDS } from '../../model/job-kind'
import { orderedJobs, type JobsAsked, type KnownJob } from '../../model/job-order'
import { AVAILABILITIES } from '../../model/live-vehicle'
import { useFleet } from '../fleet/use-fleet'
import { ageText, jobPlace, lateText } from '../jobs/job-words'
import { KIND_COLOURS } from '../jobs/KindChips'
import { useJobs } from '../jobs/use-jobs'
import { ageWords } from '../live/age-words'
import { Failed } from '../live/Failed'
import { useNow } from '../live/use-now'

const ALL: JobsAsked = { kinds: [], branches: [], products: [], sort: 'urgency', down: false }
/** What is told one by one: a wall is read from afar. */
const MAX_ROWS = 6
const EVERY_MS = 5_000

/**
 * Screen `/dispatcher_wall`: for a screen on the wall. Who is no operator has no rides to look after, and would read
 * that nobody waits.
 */
export default function WallScreen() {
  const { actor } = useConsole()
  return isStaff(actor) ? <Wall /> : <Navigate to="/dispatcher" replace />
}

/** Big figures, what presses most, and nothing to press but full screen. */
function Wall() {
  const say = useSay()
  const style = useDisplayStyle()
  const now = useNow(EVERY_MS)
  const jobs = useJobs()
  const { fleet } = useFleet('', true)
  const place = useRef<HTMLDivElement>(null)
  const { counts, shown } = orderedJobs(jobs.answer?.items ?? [], ALL, now)
  const pressing = shown.filter(({ kind }) => kind === 'late' || kind === 'on_air').slice(0, MAX_ROWS)
  const isStale = jobs.failure !== null && jobs.answer !== null
  if (jobs.failure !== null && !jobs.answer)
    return <Failed title={say('dispatcher.jobs.failed')} failure={jobs.failure} onRetry={jobs.again} />
  const figure = (value: number | undefined): string => (value === undefined ? '–' : numberText(value, style))
  return (
    <Box ref={place} sx={STAGE}>
      <Box component="header" sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
        <Box component="h1" sx={{ m: 0, fontSize: 18, fontWeight: 600 }}>
          {say('dispatcher.wall.title')}
        </Box>
        {document.fullscreenEnabled && (
          <Button
            variant="outlined"
            size="small"
            startIcon={<FullscreenIcon />}
            onClick={() => void place.current?.requestFullscreen()}
          >
            {say('dispatcher.wall.full')}
          </Button>
        )}
      </Box>
      {isStale && (
        <Alert severity="error">
          {say('dispatcher.wall.stale', { age: ageWords((now - (jobs.heard_ms ?? now)) / 1000, say) })}
        </Alert>
      )}
      <Box component="dl" sx={TILES}>
        {JOB_KINDS.map((kind) => (
          <Tile key={kind} colour={KIND_COLOURS[kind]} label={say(`dispatcher.jobs.kind.${kind}`)}>
            {figure(jobs.answer ? counts[kind] : undefined)}
          </Tile>
        ))}
      </Box>
      <Box component="dl" sx={FLEET} aria-label={say('dispatcher.wall.fleet')}>
        {AVAILABILITIES.map((name) => (
          <Box key={name} sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
            <Box component="dt" sx={LABEL}>
              {say(`dispatcher.availability.${name}`)}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, fontSize: 'clamp(22px, 4vmin, 56px)', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
            >
              {figure(fleet?.totals[name])}
            </Box>
          </Box>
        ))}
      </Box>
      <Box component="section" aria-label={say('dispatcher.wall.pressing')} sx={{ minHeight: 0, overflow: 'hidden' }}>
        {jobs.answer && pressing.length === 0 ? (
          <Box sx={{ ...LABEL, py: 2 }}>{say('dispatcher.wall.calm')}</Box>
        ) : (
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {pressing.map((one) => (
              <Pressing key={one.job.id} one={one} now={now} />
            ))}
          </Box>
        )}
      </Box>
    </Box>
  )
}

const Tile = ({
  colour,
  label,
  children,
}: {
  readonly colour: string
  readonly label: string
  readonly children: ReactNode
}) => (
  <Box
    sx={{
      ...TILE,
      '&::before': {
        content: '""',
        position: 'absolute',
        insetBlock: 0,
        insetInlineStart: 0,
        width: 8,
        bgcolor: colour,
      },
    }}
  >
    <Box component="dt" sx={LABEL}>
      {label}
    </Box>
    <Box
      component="dd"
      sx={{
        m: 0,
        fontSize: 'clamp(40px, 15vmin, 220px)',
        lineHeight: 1,
        fontWeight: 700,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {children}
    </Box>
  </Box>
)

/** One ride: no name, since a wall is read by whoever passes. */
function Pressing({ one: { job, kind }, now }: { readonly one: KnownJob; readonly now: number }) {
  const say = useSay()
  const waits = job.state !== 'accepted' && job.state !== 'onway'
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'baseline',
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: 'clamp(15px, 2.6vmin, 36px)',
      }}
    >
      <Box component="b" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        #{job.id}
      </Box>
      <Box component="span" sx={{ color: KIND_COLOURS[kind], fontWeight: 600, whiteSpace: 'nowrap' }}>
        {(waits ? '' : lateText(job, say)) || ageText(job, kind, now, say)}
      </Box>
      <Box
        component="span"
        sx={{
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: 'text.secondary',
        }}
      >
        {jobPlace(job.org_name, job.org_address)}
      </Box>
    </Box>
  )
}

const TILE = {
  position: 'relative',
  overflow: 'hidden',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  paddingInline: '28px 16px',
  paddingBlock: '8px',
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'center',
} as const
const LABEL = { color: 'text.secondary', fontSize: 'clamp(13px, 2.2vmin, 30px)', fontWeight: 500 } as const
const STAGE = {
  minHeight: 'var(--page-height)',
  boxSizing: 'border-box',
  p: { xs: 2, sm: 3 },
  bgcolor: 'background.default',
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  '&:fullscreen > header': { display: 'none' },
  '&:fullscreen': { height: '100vh', overflow: 'hidden' },
} as const
const TILES = {
  m: 0,
  display: 'grid',
  gap: 1.5,
  flex: 1,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
  gridAutoRows: 'minmax(90px, 1fr)',
} as const
const FLEET = { m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 0.5 } as const
