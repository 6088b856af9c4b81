import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useLocation, useNavigate, useTranslate } from 'react-admin'
import { useRef, type ReactNode, type TouchEvent } from 'react'
import { columnKey, type BoardColumn as Column } from '../../../../model/board'
import { useDisplayStyle } from '../../../../ui/show/style'
import { PLACE_PARAM } from '../../list/url-params'
import { digits } from './BoardColumn'

/** A finger moved so far sideways goes to the next column. */
const SWIPE_PX = 64
/** The column of records without a value, in the address. */
const NO_VALUE = '-'

/** One column at a time: a strip of all with their numbers, and a swipe to the next. */
export function PhoneBoard({
  columns,
  children,
}: {
  columns: readonly Column[]
  children: (column: Column) => ReactNode
}) {
  const translate = useTranslate()
  const { thousands_separator: separator } = useDisplayStyle()
  const { search } = useLocation()
  const navigate = useNavigate()
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const asked = new URLSearchParams(search).get(PLACE_PARAM)
  const nameOf = ({ value }: Column): string => columnKey(value) || NO_VALUE
  // First one sees the first column that has anything.
  const at = Math.max(
    0,
    columns.findIndex((column) => (asked === null ? column.count > 0 : nameOf(column) === asked)),
  )
  const shown = columns[at]
  const go = (to: number): void => {
    const column = columns[to]
    if (!column) return
    const params = new URLSearchParams(search)
    params.set(PLACE_PARAM, nameOf(column))
    navigate({ search: `?${params}` }, { replace: true })
  }
  const onEnd = ({ changedTouches }: TouchEvent): void => {
    const touch = changedTouches[0]
    const [x, y] = [(touch?.clientX ?? 0) - (from.current?.x ?? 0), (touch?.clientY ?? 0) - (from.current?.y ?? 0)]
    if (from.current && touch && Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) go(at + (x < 0 ? 1 : -1))
    from.current = null
  }
  if (!shown) return null
  return (
    <>
      <Tabs
        value={at}
        onChange={(_event, to: number) => go(to)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={translate('board.columns')}
        sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
      >
        {columns.map((column, index) => (
          <Tab
            key={columnKey(column.value)}
            value={index}
            id={`column-tab-${index}`}
            aria-controls="board-column"
            sx={{ minWidth: 0, px: 1.5 }}
            label={
              <span>
                {column.label} <b>{digits(column.count, separator)}</b>
              </span>
            }
          />
        ))}
      </Tabs>
      <div
        role="tabpanel"
        id="board-column"
        aria-labelledby={`column-tab-${at}`}
        onTouchStart={({ touches }) => {
          const touch = touches[0]
          from.current = touch ? { x: touch.clientX, y: touch.clientY } : null
        }}
        onTouchEnd={onEnd}
      >
        {children(shown)}
      </div>
    </>
  )
}
