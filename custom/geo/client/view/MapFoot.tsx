import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useSyncExternalStore } from 'react'
import { useMap } from 'react-leaflet'
import { useSay } from '#engine/ui'
import { METRES_PER_DEGREE } from '../../../geometry/model'
import { MapOverlay } from './MapOverlay'
import type { TileSource, TileState } from './use-tiles'

/** The lower edge of the map: scale, errors of the tiles, and attribution. */
export function MapFoot({
  source,
  state,
  drawn,
  small,
}: {
  source: TileSource
  state: TileState
  drawn: boolean
  small: boolean
}) {
  const say = useSay()
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <MapOverlay sx={FOOT}>
      <Scale />
      <Box sx={{ flex: 1 }} />
      <Box sx={{ ...LABEL, borderTopLeftRadius: 4, display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {(state === 'unreachable' || state === 'late') && (
          <>
            <CloudOffOutlined aria-hidden sx={{ fontSize: 13 }} />
            <span>{say(`map.${drawn ? 'drawn' : 'missing'}${small || narrow ? '_short' : ''}`)}</span>
          </>
        )}
        {state === 'none' && <span>{say(drawn ? 'map.drawn_short' : 'map.missing_short')}</span>}
        {(state === 'waiting' || state === 'shown') &&
          source.attribution &&
          (source.link ? (
            <Link href={source.link} target="_blank" rel="noreferrer" color="inherit">
              {source.attribution}
            </Link>
          ) : (
            <span>{source.attribution}</span>
          ))}
      </Box>
    </MapOverlay>
  )
}

const FOOT = {
  left: 0,
  right: 0,
  bottom: 'var(--map-inset-bottom, 0px)',
  display: 'flex',
  alignItems: 'flex-end',
  gap: 1,
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
} as const

const LABEL = {
  px: 0.75,
  py: '1px',
  fontSize: 11,
  lineHeight: '16px',
  color: 'text.secondary',
  bgcolor: (theme: Theme) => `color-mix(in srgb, ${theme.palette.background.paper} 82%, transparent)`,
} as const
const RULER = {
  borderBottom: 2,
  borderLeft: 2,
  borderRight: 2,
  borderColor: 'text.secondary',
  height: 15,
  textAlign: 'center',
  lineHeight: '13px',
} as const

const SCALE_PX = 90

/** The length on screen of a round distance, at the middle of the map. */
function Scale() {
  const say = useSay()
  const map = useMap()
  // A map may be moved before its scale listens: it looks again once it does.
  const metres = useSyncExternalStore(
    (changed) => {
      map.on('zoomend moveend', changed)
      return () => void map.off('zoomend moveend', changed)
    },
    () => metresOf(map),
  )
  const round = roundDown(metres * SCALE_PX)
  const text = round >= 1000 ? `${round / 1000} km` : `${round} m`
  return (
    <Box aria-label={say('map.scale', { distance: text })} role="img" sx={{ ...LABEL, borderTopRightRadius: 4 }}>
      <Box sx={{ ...RULER, width: round / metres }}>{text}</Box>
    </Box>
  )
}

/** Metres of one pixel at the middle of the map. */
function metresOf(map: ReturnType<typeof useMap>): number {
  return (METRES_PER_DEGREE * 360 * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (256 * 2 ** map.getZoom())
}

/** The largest of 1, 2, 3, 5 times a power of ten below a number. */
function roundDown(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres))
  const digit = metres / power
  return power * (digit >= 5 ? 5 : digit >= 3 ? 3 : digit >= 2 ? 2 : 1)
}
