import { COLUMN_PX, NAMES_PX } from './grid-shape'
import type { Edges } from './range'
import type { Zone } from './sheet-state'

/** The row of the zones that a price leads to. */
export function GridHeads({ corner, zones, part, edges }: { corner: string; zones: readonly Zone[]; part: Edges; edges: Edges }) {
  return (
    <div className="heads" role="row" aria-rowindex={1}>
      <div className="corner" role="columnheader" aria-colindex={1}>{corner}</div>
      {zones.slice(part.left, part.right + 1).map(({ id, name }, at) => {
        const column = part.left + at
        return (
          <div
            key={id}
            role="columnheader"
            aria-colindex={column + 2}
            className={column >= edges.left && column <= edges.right ? 'head on' : 'head'}
            style={{ left: NAMES_PX + column * COLUMN_PX }}
            title={name}
          >
            <span>{name}</span>
          </div>
        )
      })}
    </div>
  )
}
