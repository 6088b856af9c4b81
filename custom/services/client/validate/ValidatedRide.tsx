import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense, useMemo } from 'react'
import { isObject, type Json } from '#engine/model'
import type { PanelProps } from '#engine/client'
import { moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { routeText } from '../../../fares/client'
import { MapView, RouteLayer } from '../../../geo/client'
import { decodeLine, type LatLng } from '../../../geometry/model'

/** Panel `validated-ride`: where a service that waits for its company goes, and what it costs. */
export default function ValidatedRide({ record }: PanelProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const stops = useMemo(
    () =>
      listOf(record['stops']).map(({ lat, lng, address }) => ({
        at: typeof lat === 'number' && typeof lng === 'number' ? ([lat, lng] as const) : null,
        address: String(address ?? ''),
      })),
    [record],
  )
  const line = useMemo(() => lineOf(record['polyline']), [record])
  const prices = listOf(record['prices'])
  const [distance, duration, total] = [record['distance'], record['duration'], record['price_total']]
  const places = stops.flatMap(({ at }): LatLng[] => (at ? [at] : []))
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        py: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Box sx={{ height: { xs: 300, md: 420 }, borderRadius: 1, overflow: 'hidden' }}>
        <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
          <MapView label={say('services.validated.map')} places={() => places} wheel={false}>
            <RouteLayer stops={stops.map(({ at }) => at)} line={line} nameOf={(at) => stops[at]?.address ?? ''} />
          </MapView>
        </Suspense>
      </Box>
      <Box>
        <Typography variant="h3" component="h2">
          {say('services.validated.stops')}
        </Typography>
        <Box component="ol" sx={{ m: 0, mb: 2, paddingInlineStart: 3, fontSize: 14, lineHeight: '24px' }}>
          {stops.map(({ address }, at) => (
            <li key={at}>{address}</li>
          ))}
        </Box>
        {typeof distance === 'number' && typeof duration === 'number' && (
          <Typography sx={{ color: 'text.secondary', mb: 2 }}>{routeText({ distance, duration }, style)}</Typography>
        )}
        <Typography variant="h3" component="h2">
          {say('services.validated.price')}
        </Typography>
        {typeof total !== 'number' ? (
          <Typography sx={{ color: 'text.secondary' }}>{say('services.validated.hidden')}</Typography>
        ) : (
          <Box
            component="dl"
            sx={{
              m: 0,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              maxWidth: 320,
              rowGap: 0.5,
              fontSize: 14,
              '& dd': { m: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
            }}
          >
            {prices.map(({ name, amount }) => (
              <Line
                key={String(name)}
                name={say(`services.validated.prices.${String(name)}`)}
                amount={moneyText(Number(amount) * (name === 'promo' ? -1 : 1), style)}
              />
            ))}
            <Line name={say('services.validated.prices.total')} amount={moneyText(total, style)} strong />
          </Box>
        )}
      </Box>
    </Box>
  )
}

function Line({
  name,
  amount,
  strong = false,
}: {
  readonly name: string
  readonly amount: string
  readonly strong?: boolean
}) {
  const weight = { fontWeight: strong ? 600 : 400 }
  return (
    <>
      <Box component="dt" sx={weight}>
        {name}
      </Box>
      <Box component="dd" sx={weight}>
        {amount}
      </Box>
    </>
  )
}

const listOf = (value: Json | undefined) => (Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [])

function lineOf(polyline: Json | undefined): readonly LatLng[] {
  if (typeof polyline !== 'string') return []
  try {
    return decodeLine(polyline)
  } catch {
    // A route that cannot be read is not drawn; the stops are enough.
    return []
  }
}
