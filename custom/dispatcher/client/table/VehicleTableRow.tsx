import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import type { KeyboardEvent } from 'react'
import { Badge, Faint, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { lengthText } from '../../../fares/client'
import { STATE_COLOURS } from '../../../geo/model'
import { AvailabilityIcon } from '../fleet/AvailabilityIcon'
import { driverName, makeText } from '../fleet/vehicle-words'
import { dropTarget } from '../drop/ride-carry'
import { ageOf, ageWords } from '../live/age-words'
import { Rating } from '../vehicle/Rating'
import type { TableVehicle } from './use-vehicles-page'

interface Props {
  readonly vehicle: TableVehicle
  readonly chosen: boolean
  /** On a phone: what matters, one under the other. */
  readonly narrow: boolean
  readonly now_ms: number
  readonly onChoose: () => void
  /** While its button has the focus. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** A vehicle of the table; its plate is the button that brings it to the middle of the map. */
export function VehicleTableRow({ vehicle, chosen, narrow, now_ms, onChoose, onKeyDown }: Props) {
  const say = useSay()
  const style = useDisplayStyle()
  const { plate, code, distance, year, today_services, today_amount, date_fix, lat } = vehicle
  const driver = driverName(vehicle)
  const away = distance === null ? <Faint /> : lengthText(distance, style)
  const age = date_fix !== null && lat !== null ? ageWords(ageOf(date_fix, now_ms), say) : say('dispatcher.no_position')
  const today =
    today_services === null
      ? null
      : [
          say('dispatcher.card.rides', { smart_count: today_services }),
          today_amount === null ? '' : moneyText(today_amount, style),
        ]
          .filter(Boolean)
          .join(' · ')
  const name = (
    <ButtonBase
      data-row
      aria-current={chosen || undefined}
      aria-label={say('dispatcher.table.show', { plate })}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      sx={PLATE}
    >
      {plate}
    </ButtonBase>
  )
  return (
    <Box component="tr" {...dropTarget(vehicle.id)} onClick={onChoose} sx={chosen ? CHOSEN : ROW}>
      <Box component="td" sx={NUMBER}>
        {away}
      </Box>
      <Box component="td" sx={CUT}>
        {name}
        {code && (
          <Box component="span" sx={{ marginInlineStart: 1, color: 'text.secondary', fontSize: 12 }}>
            {code}
          </Box>
        )}
        {narrow && <Box sx={{ ...CUT, fontSize: 12.5 }}>{driver ?? <Quiet>{say('dispatcher.no_driver')}</Quiet>}</Box>}
        {narrow && (
          <Box sx={{ ...CUT, fontSize: 12, color: 'text.secondary' }}>
            {[makeText(vehicle), age].filter(Boolean).join(' · ')}
          </Box>
        )}
      </Box>
      {!narrow && (
        <Box component="td" sx={{ ...CUT, maxWidth: 170 }}>
          {driver ?? <Quiet>{say('dispatcher.no_driver')}</Quiet>}
          <Rating average={vehicle.us_rating_average} count={vehicle.us_rating_count} />
        </Box>
      )}
      <Box component="td">
        <WorkState vehicle={vehicle} />
      </Box>
      {!narrow && (
        <Box component="td" sx={{ ...CUT, maxWidth: 150 }}>
          {[makeText(vehicle), year].filter(Boolean).join(', ') || <Faint />}
        </Box>
      )}
      {!narrow && (
        <Box component="td" sx={{ ...NUMBER, color: 'text.secondary' }}>
          {age}
        </Box>
      )}
      {!narrow && (
        <Box component="td" className="today" sx={NUMBER}>
          {today ?? <Faint />}
        </Box>
      )}
    </Box>
  )
}

/** What it is at: its ride, a pause, a request to its driver, or its availability. */
function WorkState({
  vehicle: { availability, se_state_bj, connected_unwilling, vehicle_requesting },
}: {
  vehicle: TableVehicle
}) {
  const say = useSay()
  if (se_state_bj)
    return (
      <Badge color={se_state_bj.color} icon={se_state_bj.icon}>
        {se_state_bj.name}
      </Badge>
    )
  if (connected_unwilling === 1)
    return <Badge color={STATE_COLOURS.offline}>{say('dispatcher.shifts.states.paused')}</Badge>
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap', verticalAlign: 'middle' }}
    >
      <AvailabilityIcon availability={availability} />
      {vehicle_requesting === null ? say(`dispatcher.state.${availability}`) : say('dispatcher.table.asked')}
    </Box>
  )
}

const Quiet = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
)

const ROW = {
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '& > td': { px: 1, py: 0.5, height: 36, borderBottom: 1, borderColor: 'divider', boxSizing: 'border-box' },
} as const
const CHOSEN = {
  ...ROW,
  bgcolor: 'action.selected',
  boxShadow: (theme: Theme) => `inset 3px 0 0 ${theme.palette.primary.main}`,
} as const
const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const NUMBER = { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const
const PLATE = { font: 'inherit', fontWeight: 600, borderRadius: 0.5, px: 0.5, mx: -0.5, minHeight: 24 } as const
