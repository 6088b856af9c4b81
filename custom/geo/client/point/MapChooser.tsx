import Close from '@mui/icons-material/Close'
import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useConsole } from '#engine/client'
import { KeyLayer, useSay } from '#engine/ui'
import { type LatLng, ZOOM } from '../../../geometry/model'
import AddressField from '../address/AddressField'
import { useGeocode } from '../address/use-geocode'
import MapView from '../MapView'
import { FollowPlace } from './FollowPlace'
import { PointMarker } from './PointMarker'
import { coordinateText } from './point-value'

interface MapChooserProps {
  readonly place: LatLng | null
  /** @param address what is there, null where it is not known */
  readonly onChoose: (place: LatLng, address: string | null) => void
  readonly onClose: () => void
}

/**
 * The full-screen map point chooser: a choice can be accepted only once the marker has been moved or a place found
 * (spec §4).
 */
export default function MapChooser({ place, onChoose, onClose }: MapChooserProps) {
  const say = useSay()
  const titleId = useId()
  const { config } = useConsole()
  const start: LatLng = place ?? [Number(config['lat']) || 0, Number(config['lng']) || 0]
  const [at, setAt] = useState(start)
  const [found, setFound] = useState<string | null>(null)
  const [moved, setMoved] = useState(false)
  // A place that was found already has its address.
  const dragged = useGeocode(moved && found === null ? at : null)
  const address = found ?? dragged
  return (
    <Dialog fullScreen open onClose={onClose} aria-labelledby={titleId}>
      <KeyLayer>
        <AppBar position="static" color="default" elevation={0} sx={BAR}>
          <Toolbar sx={{ gap: 1 }}>
            <IconButton edge="start" onClick={onClose} aria-label={say('ra.action.close')}>
              <Close />
            </IconButton>
            <Typography id={titleId} variant="h2" component="h2" noWrap sx={{ flex: 1 }}>
              {say('map.point.title')}
            </Typography>
            <Button variant="contained" disabled={!moved} onClick={() => onChoose(at, address)}>
              {say('map.point.choose')}
            </Button>
          </Toolbar>
        </AppBar>
        <Box sx={{ px: 2, py: 1, bgcolor: 'background.paper' }}>
          <AddressField
            source="search"
            label={say('map.address.find')}
            address={found ?? ''}
            near={at}
            onPlace={(place) => {
              setFound(place?.address ?? null)
              if (!place) return
              setAt(place.point)
              setMoved(true)
            }}
          />
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, position: 'relative' }}>
          <MapView label={say('map.point.title')} center={start} zoom={ZOOM.chooser} places={() => [at]}>
            <PointMarker
              at={at}
              label={say('map.point.marker')}
              onMove={(to) => {
                setAt(to)
                setFound(null)
                setMoved(true)
              }}
            />
            <FollowPlace place={at} />
          </MapView>
          <Box role="status" sx={HINT}>
            {moved ? (address ?? coordinateText(at)) : say('map.point.drag')}
          </Box>
        </Box>
      </KeyLayer>
    </Dialog>
  )
}

const BAR = { borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' } as const
const HINT = {
  position: 'absolute',
  top: 12,
  left: '50%',
  transform: 'translateX(-50%)',
  zIndex: 1,
  width: 'max-content',
  maxWidth: 'calc(100% - 24px)',
  px: 2,
  py: 1,
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: 2,
  fontSize: 13,
  textAlign: 'center',
  pointerEvents: 'none',
} as const
