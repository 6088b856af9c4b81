import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useDisplayStyle, useSay } from '#engine/ui'
import type { Candidate } from '../../../services/model'
import { AVAILABILITIES } from '../../model/live-vehicle'
import { AvailabilityIcon } from '../fleet/AvailabilityIcon'
import { makeText } from '../fleet/vehicle-words'
import { routeText } from '../../../fares/client'
import { Rating } from '../vehicle/Rating'

interface Props {
  readonly id: string
  readonly candidate: Candidate
  readonly chosen: boolean
  readonly asking: boolean
  readonly mayRequest: boolean
  readonly mayAssign: boolean
  /** What giving it to them is called where they are not asked. */
  readonly assign?: string
  readonly onChoose: () => void
  readonly onRequest: () => void
  readonly onAssign: () => void
}

/** A driver who could be asked: name, distance, and the reason for their rank. */
export function CandidateRow({
  id,
  candidate,
  chosen,
  asking,
  mayRequest,
  mayAssign,
  assign,
  onChoose,
  onRequest,
  onAssign,
}: Props) {
  const say = useSay()
  const style = useDisplayStyle()
  const driver = [candidate.us_name, candidate.us_surname].filter(Boolean).join(' ')
  const { distance, duration } = candidate
  const route = distance === null ? null : duration === null ? null : routeText({ distance, duration }, style)
  const availability = AVAILABILITIES.find((one) => one === candidate.availability) ?? 'offline'
  return (
    <Box
      component="li"
      id={id}
      aria-current={chosen || undefined}
      onClick={onChoose}
      sx={{
        ...ROW,
        bgcolor: chosen ? 'action.selected' : 'transparent',
        boxShadow: chosen ? (theme) => `inset 3px 0 0 ${theme.palette.primary.main}` : 'none',
      }}
    >
      <Box sx={RANK}>{candidate.rank ?? <AvailabilityIcon availability={availability} />}</Box>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={LINE}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {driver}
          </Box>
          <Rating average={candidate.us_rating_average} count={candidate.us_rating_count} />
        </Box>
        <Box sx={{ ...LINE, color: 'text.secondary', fontSize: 12.5 }}>
          {[candidate.plate, candidate.code, makeText(candidate)].filter(Boolean).join(' · ')}
        </Box>
      </Box>
      <Box sx={WHY}>
        {route && <Box sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{route}</Box>}
        <Box sx={{ fontSize: 12, color: candidate.rank === null ? 'text.secondary' : 'text.primary' }}>
          {candidate.reason_text}
        </Box>
      </Box>
      <Box sx={BUTTONS}>
        {asking ? (
          <Box sx={{ fontSize: 12.5, color: 'primary.main', px: 1 }}>{say('dispatcher.find.asking')}</Box>
        ) : (
          <>
            {assign === undefined && (
              <Button
                variant="outlined"
                disabled={!mayRequest}
                onClick={onRequest}
                aria-label={`${say('dispatcher.find.request')}: ${driver}`}
              >
                {say('dispatcher.find.request')}
              </Button>
            )}
            <Button
              variant={assign === undefined ? 'text' : 'outlined'}
              disabled={!mayAssign}
              onClick={onAssign}
              aria-label={`${assign ?? say('dispatcher.find.assign')}: ${driver}`}
            >
              {assign ?? say('dispatcher.find.assign')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
}

const ROW = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: 0.5,
  px: 2,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
  minHeight: 52,
  gridTemplateColumns: { xs: '28px minmax(0, 1fr)', sm: '28px minmax(0, 1fr) minmax(0, 1fr) 184px' },
  '&:hover': { bgcolor: 'action.hover' },
} as const
const RANK = {
  fontSize: 15,
  fontWeight: 600,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  display: 'grid',
  placeItems: 'center',
} as const
const LINE = {
  fontSize: 13.5,
  lineHeight: '20px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
const WHY = { gridColumn: { xs: 2, sm: 'auto' }, minWidth: 0, lineHeight: '18px' } as const
const BUTTONS = {
  gridColumn: { xs: 2, sm: 'auto' },
  display: 'flex',
  gap: 0.5,
  justifyContent: { sm: 'flex-end' },
} as const
