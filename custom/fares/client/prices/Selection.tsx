import { COLUMN_PX, HEAD_PX, NAMES_PX, ROW_PX } from './grid-shape'
import type { Edges } from './range'

/** The frame around a rectangle of cells; `handle`: with the corner that fills what it is pulled over. */
export function Selection({ edges: { top, left, bottom, right }, names, handle }: { edges: Edges; names: string; handle: boolean }) {
  return (
    <div
      aria-hidden
      className={names}
      style={{
        left: NAMES_PX + left * COLUMN_PX - 1,
        top: HEAD_PX + top * ROW_PX - 1,
        width: (right - left + 1) * COLUMN_PX + 1,
        height: (bottom - top + 1) * ROW_PX + 1,
      }}
    >
      {handle && <div className="handle" data-handle />}
    </div>
  )
}
