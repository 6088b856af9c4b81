import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useSay } from '#engine/ui'

/** Heights of the sheet: only its head, half the screen, nearly all of it. */
const STOPS = ['peek', 'half', 'full'] as const
export type SheetStop = (typeof STOPS)[number]

const HANDLE_PX = 20
const HALF = 0.55
const FREE_ABOVE_PX = 48
/** A press that moves further is a drag. */
const DRAG_PX = 6

interface Props {
  readonly stop: SheetStop
  readonly onStop: (stop: SheetStop) => void
  /** Height of the head, handle not included. */
  readonly head_px: number
  readonly children: ReactNode
}

export const sheetPeek_px = (head_px: number): number => head_px + HANDLE_PX
/** How many pixels of a room that high the sheet covers. */
export const covered_px = (stop: SheetStop, head_px: number, room_px: number): number =>
  stop === 'peek' ? sheetPeek_px(head_px) : stop === 'half' ? Math.round(room_px * HALF) : room_px - FREE_ABOVE_PX

/** On a phone, the panels of the map lie under it and are drawn up by a handle. */
export function BottomSheet({ stop, onStop, head_px, children }: Props) {
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ startY: number; startHeight: number; height: number } | null>(null)
  const heights = (): { readonly [name in SheetStop]: number } => {
    const room = box.current?.parentElement?.clientHeight ?? 600
    return {
      peek: covered_px('peek', head_px, room),
      half: covered_px('half', head_px, room),
      full: covered_px('full', head_px, room),
    }
  }
  const down = (event: PointerEvent<HTMLElement>): void => {
    const height = box.current?.clientHeight ?? 0
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ startY: event.clientY, startHeight: height, height })
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!drag) return
    const height = drag.startHeight + drag.startY - event.clientY
    setDrag({ ...drag, height: Math.max(sheetPeek_px(head_px), Math.min(heights().full, height)) })
  }
  const up = (): void => {
    if (!drag) return
    setDrag(null)
    if (Math.abs(drag.height - drag.startHeight) <= DRAG_PX) onStop(stop === 'peek' ? 'half' : 'peek')
    else {
      const all = heights()
      onStop(
        STOPS.reduce(
          (best, one) => (Math.abs(all[one] - drag.height) < Math.abs(all[best] - drag.height) ? one : best),
          'peek',
        ),
      )
    }
  }
  return (
    <Box
      ref={box}
      sx={{
        position: 'absolute',
        insetInline: 0,
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.paper',
        borderTopLeftRadius: 12,
        borderTopRightRadius: 12,
        boxShadow: 8,
        // Not hidden, which a control that is brought into view would still scroll.
        overflow: 'clip',
        height:
          drag?.height ??
          { peek: sheetPeek_px(head_px), half: `${HALF * 100}%`, full: `calc(100% - ${FREE_ABOVE_PX}px)` }[stop],
        transition: drag ? 'none' : 'height 200ms ease-out',
      }}
    >
      <ButtonBase
        aria-label={say(stop === 'peek' ? 'dispatcher.sheet.more' : 'dispatcher.sheet.less')}
        aria-expanded={stop !== 'peek'}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') onStop(stop === 'peek' ? 'half' : 'peek')
        }}
        sx={{ height: HANDLE_PX, flexShrink: 0, touchAction: 'none' }}
      >
        <Box sx={{ width: 36, height: 4, borderRadius: 2, bgcolor: 'text.disabled' }} />
      </ButtonBase>
      {children}
    </Box>
  )
}
