import CropFree from '@mui/icons-material/CropFree'
import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import Notes from '@mui/icons-material/Notes'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { AreaFilterProps } from '#engine/client'
import { areaError, askedArea, isRing, type Json } from '#engine/model'
import { KeyLayer, RingText, useSay } from '#engine/ui'
import { ringOfValue, valueOfRing } from '../polygon/ring-value'
import { seenOn } from '../rows/map-seen'
import { ringAsked, ringOfSeen } from './asked-ring'

const PolygonMap = lazy(() => import('../polygon/PolygonMap'))

/** An area that a list is filtered by: drawn, taken from what the map shows, or typed. */
export default function AreaDialog({ label, value, onChange, onClose }: AreaFilterProps) {
  const say = useSay()
  const titleId = useId()
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const map = useRef<LeafletMap | null>(null)
  const [draft, setDraft] = useState<Json>(() => ringAsked(value))
  const [isWriting, setWriting] = useState(false)
  const ring = ringOfValue(draft)
  const wrong = isRing(draft) ? areaError(draft) : draft === null ? null : { key: 'polygon' }
  const said = wrong ? say(`validation.${wrong.key}`, wrong.params) : undefined
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} onClose={onClose} aria-labelledby={titleId}>
      <KeyLayer>
        <DialogTitle id={titleId} sx={{ pb: 1 }}>
          {say('map.area.title', { label })}
        </DialogTitle>
        <Box
          sx={{
            flex: isPhone ? 1 : 'none',
            height: isPhone ? undefined : 'min(56vh, 520px)',
            minHeight: 240,
            position: 'relative',
          }}
        >
          <Suspense fallback={<Skeleton variant="rectangular" height="100%" />}>
            <PolygonMap
              ring={ring}
              label={label}
              large
              onChange={(next) => setDraft(valueOfRing(next))}
              onMap={(ready) => {
                map.current = ready
              }}
            />
          </Suspense>
        </Box>
        <Box sx={{ px: 2, pt: 1 }}>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
            <Button
              size="small"
              startIcon={<CropFree />}
              onClick={() => map.current && setDraft(valueOfRing(ringOfSeen(seenOn(map.current))))}
            >
              {say('map.area.seen')}
            </Button>
            <Button size="small" startIcon={<Notes />} aria-pressed={isWriting} onClick={() => setWriting(!isWriting)}>
              {say('map.polygon.write')}
            </Button>
            <Button size="small" startIcon={<DeleteOutline />} disabled={draft === null} onClick={() => setDraft(null)}>
              {say('map.polygon.remove')}
            </Button>
          </Stack>
          {isWriting && (
            <RingText
              source="area"
              label={say('map.polygon.corners')}
              value={draft}
              onChange={setDraft}
              required={false}
              disabled={false}
              error={said}
            />
          )}
          <Box role="status" sx={{ minHeight: 20, fontSize: 12, color: wrong ? 'error.main' : 'text.secondary' }}>
            {isWriting && wrong ? '' : (said ?? say(ring.length > 0 ? 'map.polygon.drag' : 'map.area.none'))}
          </Box>
        </Box>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {say('ra.action.cancel')}
          </Button>
          <Button
            variant="contained"
            // Without an area, the filter that there was is lifted.
            disabled={wrong !== null || (draft === null && value === null)}
            onClick={() => {
              onChange(isRing(draft) ? askedArea(draft) : null)
              onClose()
            }}
          >
            {say('filter.apply')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
