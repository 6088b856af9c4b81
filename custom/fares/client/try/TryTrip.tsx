import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useMemo, useState } from 'react'
import { errorsIn } from '#engine/client'
import { useSay } from '#engine/ui'
import { WayMap } from '../../../geo/client'
import { decodeLine } from '../../../geo/model/polyline'
import type { LatLng } from '../../../geo/model/lat-lng'
import type { QuoteRequest } from '../../model/quote-call'
import { FareResult } from './FareResult'
import { StopList } from './StopList'
import { TripOptions } from './TripOptions'
import { COURIER } from '../tarif-type'
import { emptyTrip, withPressed, withStop } from './trip-draft'
import { errorsOfTrip, tripRequest, type QuoteTarget } from './trip-request'
import { useQuote } from './use-quote'
import { useStopName } from './use-stop-name'

interface TryTripProps {
  readonly target: QuoteTarget
  /** The tariff prices deliveries. */
  readonly delivers: boolean
  readonly here: { readonly resource: string; readonly id: number }
}

/** One trip tried: its stops on a map or by address, what else it has, and its price. */
export function TryTrip({ target, delivers, here }: TryTripProps) {
  const say = useSay()
  const [trip, setTrip] = useState(emptyTrip)
  const nameOf = useStopName(trip.stops.length)
  const { request, wrong, stopAt } = tripRequest(trip, target)
  const quoted = useQuote(request)
  const { answer: quote, asked } = quoted
  // The way of other points would be a wrong one; waits and promotions leave it as it is.
  const way = quote && request && wayKey(asked) === wayKey(request) ? quote.polyline : ''
  const line = useMemo(() => (way ? decodeLine(way) : NOWHERE), [way])
  const points = useMemo(() => trip.stops.map(({ point }) => point), [trip.stops])
  const errors = {
    ...errorsOfTrip(errorsIn(quoted.failure), stopAt),
    ...Object.fromEntries(wrong.map((source) => [source, say('fares.try.number')])),
  }
  const isMarked = Object.keys(errors).some((source) => SHOWN.test(source))
  const elsewhere = Object.entries(errors).filter(([source]) => !SHOWN.test(source)).map(([, text]) => text).join(' ')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '400px minmax(0, 1fr)' }, gap: 2, alignItems: 'start' }}>
      <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 2 }}>
        <StopList trip={trip} onTrip={setTrip} delivers={delivers || quote?.tarif.type === COURIER} errors={errors} />
        <TripOptions trip={trip} onTrip={setTrip} errors={errors} ofProduct={'id_product' in target} />
      </Paper>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Box sx={{ height: { xs: 280, md: 360 }, borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
          <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
            <WayMap
              label={say('fares.try.map')}
              stops={points}
              nameOf={nameOf}
              line={line}
              onMove={(index, point) => setTrip((now) => withStop(now, index, { point, address: '' }))}
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

const wayKey = (request: QuoteRequest | null): string => request?.stops.map(({ lat, lng }) => `${lat},${lng}`).join(';') ?? ''

const NOWHERE: readonly LatLng[] = []
// Faults of these have a field of this form to stand at.
const SHOWN = /^(stops\.\d+|promotion$|date_scheduled$|capacity_1$|is_return$)/
