import { styled } from '@mui/material/styles'
import type { KeyboardEvent, PointerEvent } from 'react'

export const [MIN_PX, MAX_PX, FIRST_PX] = [240, 640, 340]
const STEP_PX = 16
const KEYS: { readonly [key: string]: (width: number) => number } = {
  ArrowLeft: (width) => width - STEP_PX,
  ArrowRight: (width) => width + STEP_PX,
  Home: () => MIN_PX,
  End: () => MAX_PX,
}

/** The line between the rows and the record, which is dragged or moved by the arrow keys. */
export function PaneDivider({
  width,
  label,
  onWidth,
}: {
  width: number
  label: string
  onWidth: (width: number) => void
}) {
  const set = (to: number) => onWidth(Math.round(Math.max(MIN_PX, Math.min(MAX_PX, to))))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined
    if (!next) return
    event.preventDefault()
    set(next(width))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId)
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const from = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0
    set(event.clientX - from)
  }
  return (
    <Line
      role="separator"
      aria-orientation="vertical"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={MIN_PX}
      aria-valuemax={MAX_PX}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    />
  )
}

const Line = styled('div')(({ theme: { palette } }) => ({
  position: 'relative',
  width: 1,
  flex: 'none',
  backgroundColor: palette.divider,
  cursor: 'col-resize',
  touchAction: 'none',
  outline: 'none',
  '&::after': { content: '""', position: 'absolute', insetBlock: 0, insetInline: -4, zIndex: 1 },
  '&:hover::after, &:focus-visible::after': {
    backgroundColor: `color-mix(in srgb, ${palette.primary.main} 45%, transparent)`,
  },
}))
