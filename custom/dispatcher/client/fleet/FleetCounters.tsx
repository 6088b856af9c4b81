import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import { AVAILABILITIES, type Availability, type FleetTotals } from '../../model/live-vehicle'
import { AvailabilityIcon } from './AvailabilityIcon'

interface Props {
  readonly totals: FleetTotals | null
  readonly wanted: Availability | null
  readonly onWant: (wanted: Availability | null) => void
}

/** How many vehicles there are of each availability, and which are shown. */
export function FleetCounters({ totals, wanted, onWant }: Props) {
  const say = useSay()
  const style = useDisplayStyle()
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      value={wanted ?? 'all'}
      onChange={(_, value: Availability | 'all' | null) => value && onWant(value === 'all' ? null : value)}
      aria-label={say('dispatcher.counters')}
    >
      {(['all', ...AVAILABILITIES] as const).map((name) => (
        <ToggleButton key={name} value={name} sx={{ ...BUTTON, width: 'auto', flex: SHARE[name] }}>
          <Box component="span" sx={NUMBER}>
            {totals ? numberText(totals[name], style) : '–'}
          </Box>
          <Box component="span" sx={LABEL}>
            {name !== 'all' && <AvailabilityIcon availability={name} size={11} />}
            <Box component="span" sx={WORD}>
              {say(`dispatcher.availability.${name}`)}
            </Box>
          </Box>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

// Words differ in length; none is cut in a panel of 336 pixels.
const SHARE = { all: '0 0 auto', online: 1, busy: 0.92, offline: 1.22 } as const

const BUTTON = {
  flexDirection: 'column',
  textTransform: 'none',
  py: 0.5,
  px: 0.5,
  minWidth: 48,
  letterSpacing: 0,
  outlineOffset: '-2px !important',
  '&.Mui-selected': {
    bgcolor: 'action.selected',
    boxShadow: (theme: Theme) => `inset 0 -2px 0 ${theme.palette.primary.main}`,
  },
} as const
const NUMBER = {
  fontSize: 17,
  fontWeight: 600,
  lineHeight: '22px',
  color: 'text.primary',
  fontVariantNumeric: 'tabular-nums',
} as const
const LABEL = {
  display: 'flex',
  alignItems: 'center',
  gap: '3px',
  fontSize: 10.5,
  lineHeight: '14px',
  color: 'text.secondary',
  maxWidth: 1,
} as const
const WORD = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
