import Add from '@mui/icons-material/Add'
import SwapVert from '@mui/icons-material/SwapVert'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSay } from '#engine/ui'
import { StopRow } from './StopRow'
import { MAX_STOPS, turned, withMoreStops, withoutStop, withStop, type TripDraft } from './trip-draft'
import { useStopName } from './use-stop-name'

interface StopListProps {
  readonly trip: TripDraft
  readonly onTrip: (trip: TripDraft) => void
  readonly delivers: boolean
  readonly errors: { readonly [source: string]: string }
}

/** Where a trip begins, stops and ends. */
export function StopList({ trip, onTrip, delivers, errors }: StopListProps) {
  const say = useSay()
  const nameOf = useStopName(trip.stops.length)
  const [more, setMore] = useState(false)
  return (
    <Box role="group" aria-label={say('fares.try.stops')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {trip.stops.map((stop, index) => (
          <StopRow
            key={stop.key}
            stop={stop}
            index={index}
            name={nameOf(index)}
            near={trip.stops[index - 1]?.point ?? trip.stops[index + 1]?.point ?? null}
            more={more}
            delivers={delivers}
            error={errorAt(errors, index)}
            onChange={(change) => onTrip(withStop(trip, index, change))}
            onRemove={trip.stops.length > 2 ? () => onTrip(withoutStop(trip, index)) : undefined}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 1 }}>
        <Button startIcon={<Add />} disabled={trip.stops.length >= MAX_STOPS} onClick={() => onTrip(withMoreStops(trip))}>
          {say('fares.try.add_stop')}
        </Button>
        <Button startIcon={<SwapVert />} onClick={() => onTrip(turned(trip))}>{say('fares.try.turn')}</Button>
        <Button startIcon={<TimerOutlined />} aria-pressed={more} onClick={() => setMore(!more)}>{say('fares.try.more')}</Button>
      </Box>
    </Box>
  )
}

/** What is wrong with a stop, or with one of its fields. */
const errorAt = (errors: StopListProps['errors'], index: number): string | undefined =>
  Object.entries(errors).find(([source]) => source === `stops.${index}` || source.startsWith(`stops.${index}.`))?.[1]
