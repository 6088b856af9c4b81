import AllowedIcon from '@mui/icons-material/CheckCircleOutlined'
import RefusedIcon from '@mui/icons-material/Block'
import Button from '@mui/material/Button'
import { useTranslate, type Identifier } from 'react-admin'
import { memo, useId, useState } from 'react'
import { columnKey, type BoardColumn as Column } from '../../../../model/board'
import { Badge } from '../../../../ui/show/Badge'
import { useDisplayStyle } from '../../../../ui/show/style'
import type { ShownColumn } from '../../columns'
import { BoardCard, type CardShape } from './BoardCard'
import { MAX_CARDS } from './use-board'
import type { Drop } from './use-drops'

interface BoardColumnProps {
  readonly column: Column
  readonly shape: CardShape
  readonly sum: ShownColumn | undefined
  /** While a card is lifted: what dropping it here means. */
  readonly mark: Drop | undefined
  readonly over: boolean
  readonly selected: ReadonlySet<Identifier> | null
  readonly busy: ReadonlySet<Identifier>
  readonly onMore: (column: Column) => Promise<void>
}

/** One value's records: their number, their sum, and the first of them as cards. */
export const BoardColumn = memo(function BoardColumn({
  column,
  shape,
  sum,
  mark,
  over,
  selected,
  busy,
  onMore,
}: BoardColumnProps) {
  const translate = useTranslate()
  const { thousands_separator: separator } = useDisplayStyle()
  const [loading, setLoading] = useState(false)
  const id = useId()
  const { label, color, count, items, after } = column
  const key = columnKey(column.value)
  const waits = shape.age !== undefined && (shape.age.in?.includes(key) ?? true)
  const isFull = items.length >= MAX_CARDS
  const more = () => {
    setLoading(true)
    void onMore(column).finally(() => setLoading(false))
  }
  return (
    <section aria-labelledby={id} data-board-column={key} data-mark={mark?.kind} data-over={over || undefined}>
      <header>
        <h2 id={id} aria-label={translate('board.count', { column: label, smart_count: count })}>
          <Badge color={color}>{label}</Badge>
        </h2>
        <span className="count" aria-hidden>
          {digits(count, separator)}
        </span>
        {sum && (column.sum ?? null) !== null && (
          <span className="sum">
            {sum.label}{' '}
            <b>
              <sum.Cell field={sum.field} value={column.sum ?? null} record={NO_RECORD} />
            </b>
          </span>
        )}
      </header>
      {mark && mark.kind !== 'here' && (
        <div className="marks">
          <Mark drop={mark} />
        </div>
      )}
      <ul aria-label={translate('board.cards', { column: label })} tabIndex={-1}>
        {items.map((record) => (
          <BoardCard
            key={String(record['id'])}
            record={record}
            column={key}
            shape={shape}
            waits={waits}
            selected={selected && selected.has(record['id'] as Identifier)}
            busy={busy.has(record['id'] as Identifier)}
          />
        ))}
      </ul>
      {items.length === 0 && <p className="none">{translate('board.empty')}</p>}
      {items.length < count && (
        <footer>
          <span>
            {translate(isFull ? 'board.shown_most' : 'board.shown', {
              shown: digits(items.length, separator),
              total: digits(count, separator),
            })}
          </span>
          {!isFull && after !== undefined && (
            <Button size="small" onClick={more} loading={loading}>
              {translate('board.more')}
            </Button>
          )}
        </footer>
      )}
    </section>
  )
})

const NO_RECORD = {}

/** A number as people of this console write it. */
export const digits = (count: number, separator: string): string => String(count).replace(/\B(?=(\d{3})+$)/g, separator)

/** What dropping the lifted card here does, or why it does not go here. */
function Mark({ drop }: { drop: Exclude<Drop, { kind: 'here' }> }) {
  if (drop.kind === 'refused')
    return (
      <div className="mark">
        <RefusedIcon fontSize="small" aria-hidden />
        {drop.why}
      </div>
    )
  return (
    <div className="mark">
      <AllowedIcon fontSize="small" aria-hidden />
      {drop.ways.map(({ label }) => label).join(' / ')}
    </div>
  )
}
