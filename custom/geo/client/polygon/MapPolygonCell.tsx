import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { Faint } from '../../../../src/client/ui/Faint'
import type { CellProps } from '../../../../src/client/ui/field-view'
import { RingOutline } from '../../../../src/client/ui/RingOutline'
import { useSay } from '../../../../src/client/ui/style'
import { isRing } from '../../../../src/model/ring-json'
import { ringOf } from './ring-value'

const PolygonMap = lazy(() => import('./PolygonMap'))

/** Widget `map-polygon` where it is read: the outline, which opens a map. */
export function MapPolygonCell({ field, value }: CellProps) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!isRing(value) || value.length === 0) return <Faint />
  const text = say('field.vertices', { count: value.length })
  return (
    <>
      <ButtonBase
        aria-label={say('map.polygon.show', { area: text })}
        aria-haspopup="dialog"
        onClick={(event) => {
          // In a list the row under it opens the record.
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
        sx={{ color: 'primary.main', borderRadius: 0.5 }}
      >
        <RingOutline ring={value} label={text} />
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // React hands events of the popover to the row that it was opened from.
        onClick={(event) => event.stopPropagation()}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Box sx={{ width: 'min(420px, 90vw)', height: 320 }}>
          <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>
            <PolygonMap ring={ringOf(value)} label={field.title} />
          </Suspense>
        </Box>
      </Popover>
    </>
  )
}
