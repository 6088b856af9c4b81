import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { MenuItemEntry } from '../actions/entries'

/**
 * What moves the record on, as buttons; while one of them is on its way none can be pressed, and the pressed one keeps
 * the focus.
 * @param title where the focus goes once the pressed button is gone with its state: on no other button, since a second
 * press would do the next move
 */
export function MoveButtons({
  moves,
  title,
}: {
  readonly moves: readonly MenuItemEntry[]
  readonly title: RefObject<HTMLElement | null>
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const pressed = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (pressed.current?.isConnected !== false) return
    pressed.current = null
    const at = document.activeElement
    if (at === null || at.contains(title.current)) title.current?.focus()
  })
  return moves.map((move, index) => (
    <Button
      key={move.id}
      variant={index === 0 ? 'contained' : 'outlined'}
      color={move.danger ? 'error' : 'primary'}
      startIcon={
        move.busy && asked === move.id ? <CircularProgress size={18} color="inherit" aria-hidden /> : move.icon
      }
      aria-busy={move.busy && asked === move.id}
      aria-disabled={move.busy}
      onClick={({ currentTarget }) => {
        if (move.busy) return
        pressed.current = currentTarget
        setAsked(move.id)
        move.run()
      }}
      sx={move.busy ? { opacity: 0.6, cursor: 'default' } : undefined}
    >
      {move.label}
    </Button>
  ))
}
