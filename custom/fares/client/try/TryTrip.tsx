import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useMemo, useState } from 'react'
import { errorsIn } from '#engine/client'
import { useSay } from '#engine/ui'
import { RouteMap } from '../../../geo/client'
import { decodeLine, type LatLng } from '../../../geometry/model'
import type { QuoteRequest } from '../../model/quote-call'
import { FareResult } from './FareResult'
import { TripOptions } from './TripOptions'
import { COURIER } from '../tarif-type'
import {
  emptyTrip,
  withPressed,
  tripWithStop,
  MAX_TRY_STOPS,
  turned,
  tripWithMoreStops,
  tripWithoutStop,
  type TripDraft,
} from './trip-draft'
import { errorsOfTrip, tripRequest, type QuoteTarget } from './trip-request'
import { useQuote } from './use-quote'
import Add from '@mui/icons-material/Add'
import SwapVert from '@mui/icons-material/SwapVert'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import Button from '@mui/material/Button'
import { StopRow } from './StopRow'

/** The names of a trip's stops: from, stop 2, to. */
function useStopName(count: number): (index: number) => string {
  const say = useSay()
  return (index) => {
    if (index === 0) return say('fares.try.from')
    return index === count - 1 ? say('fares.try.to') : say('fares.try.stop', { number: index + 1 })
  }
}

interface StopListProps {
  readonly trip: TripDraft
  readonly onTrip: (trip: TripDraft) => void
  readonly delivers: boolean
  readonly errors: { readonly [source: string]: string }
}

/** Where a trip begins, stops and ends. */
function StopList({ trip, onTrip, delivers, errors }: StopListProps) {
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
            onChange={(change) => onTrip(tripWithStop(trip, index, change))}
            onRemove={trip.stops.length > 2 ? () => onTrip(tripWithoutStop(trip, index)) : undefined}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 1 }}>
        <Button
          startIcon={<Add />}
          disabled={trip.stops.length >= MAX_TRY_STOPS}
          onClick={() => onTrip(tripWithMoreStops(trip))}
        >
          {say('fares.try.add_stop')}
        </Button>
        <Button startIcon={<SwapVert />} onClick={() => onTrip(turned(trip))}>
          {say('fares.try.turn')}
        </Button>
        <Button startIcon={<TimerOutlined />} aria-pressed={more} onClick={() => setMore(!more)}>
          {say('fares.try.more')}
        </Button>
      </Box>
    </Box>
  )
}

/** The errors of a stop, or of one of its fields. */
const errorAt = (errors: StopListProps['errors'], index: number): string | undefined =>
  Object.entries(errors).find(([source]) => source === `stops.${index}` || source.startsWith(`stops.${index}.`))?.[1]

interface TryTripProps {
  readonly target: QuoteTarget
  /** The tariff prices deliveries. */
  readonly delivers: boolean
  readonly here: { readonly resource: string; readonly id: number }
}

/** One trip tried: its stops on a map or by address, its other options, and its price. */
export function TryTrip({ target, delivers, here }: TryTripProps) {
  const say = useSay()
  const [trip, setTrip] = useState(emptyTrip)
  const nameOf = useStopName(trip.stops.length)
  const { request, wrong, stopAt } = tripRequest(trip, target)
  const quoted = useQuote(request)
  const { answer: quote, asked } = quoted
  // A route for other points would be wrong; waits and promotions do not change it.
  const polyline = quote && request && routeKey(asked) === routeKey(request) ? quote.polyline : ''
  const line = useMemo(() => (polyline ? decodeLine(polyline) : NOWHERE), [polyline])
  const points = useMemo(() => trip.stops.map(({ point }) => point), [trip.stops])
  const errors = {
    ...errorsOfTrip(errorsIn(quoted.failure), stopAt),
    ...Object.fromEntries(wrong.map((source) => [source, say('fares.try.number')])),
  }
  const isMarked = Object.keys(errors).some((source) => SHOWN.test(source))
  const elsewhere = Object.entries(errors)
    .filter(([source]) => !SHOWN.test(source))
    .map(([, text]) => text)
    .join(' ')
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '400px minmax(0, 1fr)' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 2 }}>
        <StopList trip={trip} onTrip={setTrip} delivers={delivers || quote?.tarif.type === COURIER} errors={errors} />
        <TripOptions trip={trip} onTrip={setTrip} errors={errors} ofProduct={'id_product' in target} />
      </Paper>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Box
          sx={{ height: { xs: 280, md: 360 }, borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}
        >
          <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
            <RouteMap
              label={say('fares.try.map')}
              stops={points}
              nameOf={nameOf}
              line={line}
              onMove={(index, point) => setTrip((now) => tripWithStop(now, index, { point, address: '' }))}
              onPress={points.includes(null) ? (at) => setTrip((now) => withPressed(now, at) ?? now) : undefined}
            />
          </Suspense>
        </Box>
        <Paper variant="outlined" component="section" aria-label={say('fares.try.lines')} sx={{ minHeight: 220 }}>
          <FareResult quoted={quoted} isMarked={isMarked} elsewhere={elsewhere} here={here} />
        </Paper>
      </Box>
    </Box>
  )
}

const routeKey = (request: QuoteRequest | null): string =>
  request?.stops.map(({ lat, lng }) => `${lat},${lng}`).join(';') ?? ''

const NOWHERE: readonly LatLng[] = []
// Errors of these are shown at a field of this form.
const SHOWN = /^(stops\.\d+|promotion$|date_scheduled$|capacity_1$|is_return$)/
