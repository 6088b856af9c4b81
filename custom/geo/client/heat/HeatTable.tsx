import { RowsLink, StatRow, StatTable } from '#engine/client'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { HeatSpot } from './heat-spots'

/** More rows nobody reads; the file has all of them. */
const MAX_ROWS = 200

interface HeatTableProps {
  readonly title: string
  readonly by: string
  /** The greatest first. */
  readonly spots: readonly HeatSpot[]
  /** A count is what is measured: it stands once. */
  readonly counts: boolean
  readonly nameOf: (spot: HeatSpot) => string
  readonly text: (spot: HeatSpot) => string
  readonly onOpen: (spot: HeatSpot) => void
  readonly isOpenable: (spot: HeatSpot) => boolean
}

/** The cells in view as a table; each leads to its rows. */
export function HeatTable({ title, by, spots, counts, nameOf, text, onOpen, isOpenable }: HeatTableProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const more = spots.length - MAX_ROWS
  return (
    <StatTable
      title={title}
      by={by}
      columns={[...(counts ? [] : [{ key: 'rows', name: say('map.heat.rows') }]), { key: 'value', name: title }]}
      max_px={420}
    >
      {spots.slice(0, MAX_ROWS).map((spot) => (
        <StatRow
          key={spot.key}
          name={<RowsLink text={nameOf(spot)} onOpen={isOpenable(spot) ? () => onOpen(spot) : null} />}
          numbers={[...(counts ? [] : [numberText(spot.count, style)]), text(spot)]}
        />
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={counts ? 2 : 3}>
            {say('map.heat.more', { smart_count: more, count: numberText(more, style) })}
          </td>
        </tr>
      )}
    </StatTable>
  )
}
