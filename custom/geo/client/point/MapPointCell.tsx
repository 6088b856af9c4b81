import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { Faint } from '../../../../src/client/ui/Faint'
import type { CellProps } from '../../../../src/client/ui/field-view'
import { useSay } from '../../../../src/client/ui/style'
import { placeOf, placeText } from './point-value'

const PointMap = lazy(() => import('./PointMap'))

/** Widget `map-point` where it is read: the coordinates, which open a small map. */
export function MapPointCell({ field, value }: CellProps) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const place = placeOf(value)
  if (!place) return <Faint />
  const text = placeText(place)
  return (
    <>
      <ButtonBase
        aria-label={say('map.point.show', { place: text })}
        aria-haspopup="dialog"
        onClick={(event) => {
          // In a list the row under it opens the record.
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
        sx={LINK}
      >
        <PlaceOutlined aria-hidden sx={{ fontSize: 16 }} />
        {text}
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // React hands events of the popover to the row that it was opened from.
        onClick={(event) => event.stopPropagation()}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Box sx={{ width: 'min(360px, 90vw)', height: 240 }}>
          <Suspense fallback={<Skeleton variant="rectangular" height={240} />}>
            <PointMap place={place} label={field.title} />
          </Suspense>
        </Box>
      </Popover>
    </>
  )
}

const LINK = {
  gap: 0.5, font: 'inherit', color: 'primary.main', fontVariantNumeric: 'tabular-nums', borderRadius: 0.5,
  '&:hover': { textDecoration: 'underline' },
} as const
