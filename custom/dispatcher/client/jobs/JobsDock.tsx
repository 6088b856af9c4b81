import Box from '@mui/material/Box'
import { lazy, memo, Suspense, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useSay } from '#engine/ui'
import { TableSkeleton } from '../table/TableSkeleton'
import type { JobsRoomProps } from './JobsRoom'
import type { Dock, JobsView } from './use-jobs-view'

const JobsRoom = lazy(() => import('./JobsRoom'))

const MIN_PX = { under: 140, beside: 300 } as const
const MAX_PX = { under: 900, beside: 1400 } as const
/** What stays of the map. */
const MAP_PX = { under: 240, beside: 300 } as const
const STEP_PX = 32

/** The panel at the map's foot or side, as large as its edge is drawn. Vehicles that move draw nothing of it. */
export const JobsDock = memo(function JobsDock(props: JobsRoomProps) {
  const { view, onView } = props
  const { dock } = view
  if (dock === 'alone')
    return (
      <Box sx={ALONE}>
        <Suspense fallback={<TableSkeleton />}>
          <JobsRoom {...props} />
        </Suspense>
      </Box>
    )
  const px = sizeOf(dock, view)
  const set = (next: number): void => {
    const size = Math.round(Math.max(MIN_PX[dock], Math.min(MAX_PX[dock], next)))
    onView(dock === 'under' ? { under_px: size } : { beside_px: size })
  }
  const most = `calc(100% - ${MAP_PX[dock]}px)`
  return (
    <Box
      sx={dock === 'under' ? UNDER : BESIDE}
      style={dock === 'under' ? { height: px, maxHeight: most } : { width: px, maxWidth: most }}
    >
      <Edge dock={dock} px={px} onSize={set} />
      <Suspense fallback={<TableSkeleton />}>
        <JobsRoom {...props} />
      </Suspense>
    </Box>
  )
})

type Side = Exclude<Dock, 'alone'>
const sizeOf = (dock: Side, { under_px, beside_px }: JobsView): number => (dock === 'under' ? under_px : beside_px)

/** Drawn with the mouse, or with the arrows while it has the focus. */
function Edge({
  dock,
  px,
  onSize,
}: {
  readonly dock: Side
  readonly px: number
  readonly onSize: (px: number) => void
}) {
  const say = useSay()
  const from = useRef<{ readonly at: number; readonly px: number } | null>(null)
  const placeOf = ({ clientX, clientY }: PointerEvent): number => (dock === 'under' ? clientY : clientX)
  const isRtl = (): boolean => dock === 'beside' && document.dir === 'rtl'
  const onKeyDown = (event: KeyboardEvent): void => {
    const [more, less] =
      dock === 'under' ? ['ArrowUp', 'ArrowDown'] : isRtl() ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    if (event.key !== more && event.key !== less) return
    event.preventDefault()
    onSize(px + (event.key === more ? STEP_PX : -STEP_PX))
  }
  return (
    <Box
      role="separator"
      aria-orientation={dock === 'under' ? 'horizontal' : 'vertical'}
      aria-label={say('dispatcher.jobs.edge')}
      aria-valuenow={px}
      aria-valuemin={MIN_PX[dock]}
      aria-valuemax={MAX_PX[dock]}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        // What is seen, where the window has less room than was asked for.
        const box = event.currentTarget.parentElement
        from.current = { at: placeOf(event), px: (dock === 'under' ? box?.clientHeight : box?.clientWidth) ?? px }
      }}
      onPointerMove={(event) => {
        if (from.current) onSize(from.current.px + (from.current.at - placeOf(event)) * (isRtl() ? -1 : 1))
      }}
      onPointerUp={() => {
        from.current = null
      }}
      onPointerCancel={() => {
        from.current = null
      }}
      sx={{ ...EDGE, ...(dock === 'under' ? ACROSS : ALONG) }}
    />
  )
}

const ALONE = { flex: 1, minHeight: 0, minWidth: 0, display: 'flex' } as const
const UNDER = {
  flexShrink: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  position: 'relative',
  borderTop: 1,
  borderColor: 'divider',
} as const
const BESIDE = {
  flexShrink: 0,
  minWidth: 0,
  display: 'flex',
  position: 'relative',
  borderInlineStart: 1,
  borderColor: 'divider',
} as const
const EDGE = {
  position: 'absolute',
  zIndex: 3,
  touchAction: 'none',
  '&:hover, &:focus-visible': { bgcolor: 'primary.main', opacity: 0.5 },
} as const
const ACROSS = { top: -4, insetInline: 0, height: 8, cursor: 'row-resize' } as const
const ALONG = { insetInlineStart: -4, insetBlock: 0, width: 8, cursor: 'col-resize' } as const
