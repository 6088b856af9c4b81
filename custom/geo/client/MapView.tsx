import Box from '@mui/material/Box'
import { useTheme, type Theme } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { MapContainer, TileLayer } from 'react-leaflet'
import { useConsole } from '#engine/client'
import { type LatLng, ZOOM } from '../../geometry/model'
import { BaseLayer, useDrawnMap } from './base/BaseLayer'
import { PALETTES } from './base/palette'
import { fitPlaces } from './view/fit'
import { MapButtons } from './view/MapButtons'
import { MapFoot } from './view/MapFoot'
import { MapRegion } from './view/MapRegion'
import { useTiles } from './view/use-tiles'

export interface MapViewProps {
  /** What the map shows, for screen readers. */
  readonly label: string
  /** Where it opens; if absent, where the company is. */
  readonly center?: LatLng
  readonly zoom?: number
  /** What the fit button brings into view; absent: no such button. */
  readonly places?: () => readonly LatLng[]
  /** Only zoom and attribution, for a map in a form. */
  readonly small?: boolean
  /** The wheel zooms; false where the surrounding page scrolls. */
  readonly wheel?: boolean
  /** Receives the map once it is ready; keep the function the same between renders. */
  readonly onMap?: (map: LeafletMap) => void
  /** Layers and markers. */
  readonly children?: ReactNode
}

/**
 * The console's only map component: fills its box. Shows tiles where available, else the drawn streets, if the server
 * has them; in both themes, and usable by keyboard (arrows, + and -).
 */
export default function MapView({
  label,
  center,
  zoom = ZOOM.page,
  places,
  small = false,
  wheel = true,
  onMap,
  children,
}: MapViewProps) {
  const home = useHome()
  const tiles = useTiles()
  const drawn = useDrawnMap()
  const { mode } = useTheme().palette
  const [map, setMap] = useState<LeafletMap | null>(null)
  useEffect(() => {
    if (map) onMap?.(map)
  }, [map, onMap])
  return (
    <Box data-tiles={tiles.state} sx={FRAME}>
      <MapContainer
        ref={setMap}
        center={[...(center ?? home)]}
        zoom={zoom}
        minZoom={WIDEST}
        maxZoom={DEEPEST}
        zoomControl={false}
        attributionControl={false}
        scrollWheelZoom={wheel}
        className={mode}
      >
        <BaseLayer drawn={drawn} />
        {tiles.state !== 'none' && tiles.state !== 'unreachable' && (
          <TileLayer
            url={tiles.source.url}
            maxZoom={DEEPEST}
            // OpenStreetMap refuses requests without a referrer (tile usage policy), and the console's pages send none
            // by default.
            referrerPolicy="strict-origin-when-cross-origin"
            eventHandlers={{ tileload: tiles.loaded, tileerror: tiles.failed }}
          />
        )}
        <MapRegion label={label} />
        {/* What comes later must not take the map itself away: it would be made twice in the same place. */}
        <Suspense fallback={null}>{children}</Suspense>
        <MapButtons small={small} onFit={places ? () => map && fitPlaces(map, places()) : null} />
        <MapFoot source={tiles.source} state={tiles.state} drawn={drawn !== 'none'} small={small} />
      </MapContainer>
    </Box>
  )
}

/** The company's location, by its settings. */
function useHome(): LatLng {
  const { config } = useConsole()
  const [lat, lng] = [Number(config['lat']), Number(config['lng'])]
  return Number.isFinite(lat) && Number.isFinite(lng) ? [lat, lng] : [0, 0]
}

// From a continent to the deepest level that OpenStreetMap draws.
const WIDEST = 4
const DEEPEST = 19

const FRAME = (theme: Theme) =>
  ({
    position: 'relative',
    height: '100%',
    width: '100%',
    // Leaflet's z-indexes go up to 1000: they must not rise above the console's menus.
    isolation: 'isolate',
    '& .leaflet-container': {
      height: '100%',
      width: '100%',
      outlineOffset: '-2px',
      fontFamily: theme.typography.fontFamily,
      background: PALETTES[theme.palette.mode].land,
    },
    // Leaflet's own blue is too dark in the dark theme.
    '& .leaflet-container a.MuiLink-root': { color: 'inherit' },
    // Map images are drawn for a light theme: the dark theme inverts them.
    '& .leaflet-container.dark .leaflet-tile-pane img': {
      filter: 'invert(1) hue-rotate(180deg) brightness(0.92) contrast(0.88)',
    },
    '& .leaflet-tooltip': {
      background: theme.palette.background.paper,
      color: theme.palette.text.primary,
      border: `1px solid ${theme.palette.divider}`,
      borderRadius: '6px',
      boxShadow: theme.shadows[2],
      padding: '4px 8px',
      fontSize: 12,
      lineHeight: 1.4,
    },
    '& .leaflet-tooltip::before': { display: 'none' },
  }) as const
