import Skeleton from '@mui/material/Skeleton'
import { cellCount, type TableShape } from './TableHead'

// Uneven widths look like text; the same ones each time do not flicker.
const WIDTHS = [68, 44, 82, 56, 74, 38, 62]

/** Rows of the right height until the first page is here. */
export function SkeletonRows({ shape, count }: { shape: TableShape; count: number }) {
  const cells = cellCount(shape)
  const leading = cells - shape.columns.length - 1
  return Array.from({ length: count }, (_row, row) => (
    <tr key={row} data-row="" aria-hidden style={{ cursor: 'default' }}>
      {Array.from({ length: cells }, (_cell, cell) => (
        <td key={cell} className={cell < leading ? 'narrow' : cell === cells - 1 ? 'action' : undefined}>
          {cell >= leading && cell < cells - 1 && (
            <Skeleton variant="text" width={`${WIDTHS[(row * 3 + cell * 5) % WIDTHS.length]}%`} sx={{ fontSize: 13, minWidth: 32 }} />
          )}
        </td>
      ))}
    </tr>
  ))
}
