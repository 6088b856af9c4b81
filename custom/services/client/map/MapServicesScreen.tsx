import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Skeleton from '@mui/material/Skeleton'
import type { Map as LeafletMap } from 'leaflet'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FailedNotice, useCall } from '#engine/client'
import { dateTimeText, Notice, numberText, useDisplayStyle, useSay } from '#engine/ui'
import { MapView } from '../../../geo/client'
import { type LatLng, ZOOM } from '../../../geometry/model'
import { mapServicesCall, type MapService } from '../../model/map-services-call'
import { MapBar, type MapFilters } from './MapBar'
import { ServiceMarks } from './ServiceMarks'
import { ServiceCard } from './ServiceCard'

/**
 * Screen `/map_services`: where services begin and end, those under way or those of the past, of all or of a client or
 * driver.
 */
export default function MapServicesScreen() {
  const say = useSay()
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const filters = useMemo(() => filtersOf(new URLSearchParams(text)), [text])
  const { answer, failure, busy, retry } = useCall(mapServicesCall, filters)
  const set = (next: MapFilters): void =>
    setParams(
      new URLSearchParams(
        Object.entries(next).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ),
      { replace: true },
    )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: { md: 'var(--page-height)' }, minHeight: 420 }}>
      <MapBar filters={filters} answer={answer} onSet={set} />
      {busy && <LinearProgress aria-label={say('services.map.loading')} sx={{ height: 2, mb: '-2px' }} />}
      {failure === null ? (
        <Found key={text} items={answer?.items ?? null} total={answer?.total ?? 0} />
      ) : (
        <FailedNotice failure={failure} onRetry={retry} />
      )}
    </Box>
  )
}

function Found({ items, total }: { readonly items: readonly MapService[] | null; readonly total: number }) {
  const say = useSay()
  const style = useDisplayStyle()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const places = useMemo(() => (items ?? []).flatMap(placesOf), [items])
  useEffect(() => {
    if (map && places.length > 0)
      map.fitBounds(
        places.map(([lat, lng]): [number, number] => [lat, lng]),
        { padding: [32, 32], maxZoom: ZOOM.page, animate: false },
      )
  }, [map, places])
  const service = items?.find(({ id }) => id === chosen)
  const show = (one: MapService): void => {
    setChosen(one.id)
    map?.fitBounds(
      placesOf(one).map(([lat, lng]): [number, number] => [lat, lng]),
      { padding: [60, 60], maxZoom: ZOOM.page + 2, animate: false },
    )
  }
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: { xs: 'column', md: 'row' } }}>
      <Box sx={{ flex: 1, minWidth: 0, position: 'relative', height: { xs: '60vh', md: 'auto' }, minHeight: 300 }}>
        <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
          <MapView label={say('modules.map_services')} zoom={ZOOM.page} places={() => places} onMap={setMap}>
            <ServiceMarks services={items ?? []} chosen={chosen} onChoose={setChosen} />
          </MapView>
        </Suspense>
        {service && <ServiceCard service={service} onClose={() => setChosen(null)} />}
      </Box>
      <Box
        component="section"
        aria-label={say('services.map.list')}
        sx={{
          width: { md: 300 },
          flexShrink: 0,
          overflowY: { md: 'auto' },
          borderInlineStart: { md: 1 },
          borderColor: { md: 'divider' },
          bgcolor: 'background.paper',
        }}
      >
        <Box sx={{ px: 2, py: 1, fontSize: 13, color: 'text.secondary' }} aria-live="polite">
          {items &&
            (total > items.length
              ? say('services.map.some', { shown: numberText(items.length, style), total: numberText(total, style) })
              : say('services.map.count', { smart_count: total, count: numberText(total, style) }))}
        </Box>
        {items?.length === 0 && (
          <Notice icon="empty" title={say('services.map.none')} text={say('services.map.none_text')} />
        )}
        <List dense disablePadding>
          {items?.map((one) => (
            <ListItem key={one.id} disablePadding>
              <ListItemButton
                selected={one.id === chosen}
                onClick={() => show(one)}
                sx={{ px: 2, display: 'block', fontSize: 13, lineHeight: '18px' }}
              >
                <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
                  <Box component="span" sx={{ fontWeight: 600 }}>{`#${one.id}`}</Box>
                  <span>{one.state_obj.name}</span>
                </Box>
                <Box sx={ONE_LINE}>{[one.cl_name, one.cl_surname].filter(Boolean).join(' ')}</Box>
                <Box sx={{ ...ONE_LINE, color: 'text.secondary' }}>
                  {dateTimeText(one.date_scheduled ?? one.date_created, style.zone)}
                </Box>
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Box>
    </Box>
  )
}

function placesOf({ org_lat, org_lng, dst_lat, dst_lng }: MapService): LatLng[] {
  return [
    ...(org_lat !== null && org_lng !== null ? [[org_lat, org_lng] as const] : []),
    ...(dst_lat !== null && dst_lng !== null ? [[dst_lat, dst_lng] as const] : []),
  ]
}

function filtersOf(params: URLSearchParams): MapFilters {
  const id = (name: string): number | undefined => {
    const value = Number(params.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const [id_client, id_driver] = [id('id_client'), id('id_driver')]
  return {
    type: params.get('type') === 'history' ? 'history' : 'actives',
    ...(id_client && { id_client }),
    ...(id_driver && { id_driver }),
  }
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
