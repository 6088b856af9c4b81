import { useTranslate } from 'react-admin'
import { useMemo, useRef, useState, type DragEvent, type HTMLAttributes, type KeyboardEvent } from 'react'

/** Orders the rows of a grid: by dragging the grip, or by the arrow keys on it. */
export interface GridOrder {
  readonly dragged: number | null
  /** The last move, for screen readers. */
  readonly announcement: string
  readonly move: (from: number, to: number) => void
  readonly handle: (
    at: number,
  ) => Pick<HTMLAttributes<HTMLElement>, 'onDragStart' | 'onDragEnd' | 'onKeyDown'> & { readonly draggable: boolean }
  readonly target: (at: number) => Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDrop'>
}

export function useGridOrder(count: number, onMove: (from: number, to: number) => void): GridOrder {
  const translate = useTranslate()
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const from = useRef<number | null>(null)
  return useMemo(() => {
    const move = (at: number, to: number) => {
      if (to < 0 || to >= count) return
      onMove(at, to)
      setAnnouncement(translate('grid.moved', { from: at + 1, to: to + 1 }))
    }
    const end = () => {
      from.current = null
      setDragged(null)
    }
    return {
      dragged,
      announcement,
      move,
      handle: (at) => ({
        draggable: true,
        onDragStart: (event: DragEvent<HTMLElement>) => {
          const row = event.currentTarget.closest('tr')
          if (row) event.dataTransfer.setDragImage(row, 16, 16)
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', String(at + 1))
          from.current = at
          setDragged(at)
        },
        onDragEnd: end,
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' ? at + 1 : at
          if (to === at) return
          event.preventDefault()
          move(at, to)
        },
      }),
      target: (at) => ({
        onDragOver: (event: DragEvent) => {
          if (from.current === null) return
          event.preventDefault()
          if (from.current === at) return
          // The row moves while it is dragged, to show where it will land.
          onMove(from.current, at)
          from.current = at
          setDragged(at)
        },
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          if (from.current !== null) setAnnouncement(translate('grid.moved', { from: from.current + 1, to: at + 1 }))
          end()
        },
      }),
    }
  }, [dragged, announcement, count, onMove, translate])
}
