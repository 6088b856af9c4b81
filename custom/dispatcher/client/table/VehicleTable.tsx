import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useRef, type KeyboardEvent } from 'react'
import { useKeys, useSay, numberText, useDisplayStyle } from '#engine/ui'
import { FleetEmpty } from '../fleet/FleetEmpty'
import type { FleetView } from '../fleet/use-fleet-view'
import { Failed } from '../live/Failed'
import { TableSkeleton } from './TableSkeleton'
import type { OrderFrom } from './use-order-from'
import { PAGE_ROWS, useVehiclesPage, type TableVehicle } from './use-vehicles-page'
import { VehicleTableRow } from './VehicleTableRow'
import NextIcon from '@mui/icons-material/KeyboardArrowRight'
import PrevIcon from '@mui/icons-material/KeyboardArrowLeft'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'

/** Under the table: from where it is measured, which rows these are of how many, and the pages. */
function TablePages({
  page,
  rows,
  max,
  total,
  from,
  onTurn,
}: {
  page: number
  rows: number
  max: number
  total: number
  from: OrderFrom
  onTurn: (page: number) => void
}) {
  const say = useSay()
  const style = useDisplayStyle()
  const first = (page - 1) * max + 1
  // In a list from right to left, onwards points to the left.
  return (
    <Box component="nav" aria-label={say('list.pages')} sx={FOOT}>
      <Box component="span" sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        {from.here ? (
          <Button size="small" onClick={from.here} sx={HERE}>
            {say('dispatcher.table.from_here')}
          </Button>
        ) : (
          say(`dispatcher.table.from_${from.what}`)
        )}
      </Box>
      <Box component="span" role="status" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {say('list.range', {
          from: rows === 0 ? 0 : first,
          to: rows === 0 ? 0 : first + rows - 1,
          total: numberText(total, style),
        })}
      </Box>
      <IconButton size="small" aria-label={say('list.page_prev')} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <PrevIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={say('list.page_next')}
        disabled={first + rows > total}
        onClick={() => onTurn(page + 1)}
      >
        <NextIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}

const HERE = { minHeight: 24, py: 0, mx: -0.5, px: 0.5, fontSize: 12.5 } as const
const FOOT = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 1.5,
  minHeight: 36,
  fontSize: 12.5,
  borderTop: 1,
  borderColor: 'divider',
  flexShrink: 0,
} as const

interface Props {
  readonly view: FleetView
  readonly from: OrderFrom
  readonly narrow: boolean
  readonly now_ms: number
  readonly onSelect: (vehicle: TableVehicle) => void
}

/**
 * The vehicles as a table, the nearest first; a press on one brings it to the middle of the map. Arrows, `j` and `k` go
 * through them.
 */
export function VehicleTable({ view, from, narrow, now_ms, onSelect }: Props) {
  const say = useSay()
  const body = useRef<HTMLTableSectionElement>(null)
  const { answer, waiting, failure, again, page, turn } = useVehiclesPage(from, view)
  const { selected, q, wanted, states, set } = view
  const items = answer?.items ?? []
  const step = (by: 1 | -1): void => {
    const at = items.findIndex(({ id }) => id === selected)
    const next = items[Math.min(items.length - 1, Math.max(0, at < 0 ? 0 : at + by))]
    if (!next) return
    onSelect(next)
    buttonsOf(body.current)[items.indexOf(next)]?.scrollIntoView({ block: 'nearest' })
  }
  // Declared after the board's: while the table is open they go through its rows.
  useKeys([
    { keys: 'j', label: say('dispatcher.keys.next'), run: () => step(1), active: items.length > 0 },
    { keys: 'k', label: say('dispatcher.keys.previous'), run: () => step(-1), active: items.length > 0 },
  ])
  if (answer === null)
    return failure === null ? (
      <TableSkeleton />
    ) : (
      <Failed title={say('dispatcher.failed')} failure={failure} onRetry={again} />
    )
  const filtered = q !== '' || wanted !== null || states.length > 0
  if (answer.total === 0)
    return (
      <FleetEmpty why={filtered ? 'no_match' : 'none'} onAll={() => set({ q: '', availability: null, states: '' })} />
    )
  const columns = narrow ? NARROW : WIDE
  return (
    <>
      {failure !== null && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {say('dispatcher.failed')}
        </Alert>
      )}
      <Box
        key={page}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', scrollbarWidth: 'thin', containerType: 'inline-size' }}
      >
        <Box
          component="table"
          aria-busy={waiting}
          aria-label={say('dispatcher.table.title')}
          sx={{ ...TABLE, tableLayout: narrow ? 'fixed' : 'auto', opacity: waiting ? 0.6 : 1 }}
        >
          <thead>
            <tr>
              {columns.map((name) => (
                <Box
                  component="th"
                  scope="col"
                  key={name}
                  aria-sort={name === 'distance' ? 'ascending' : undefined}
                  className={name}
                  sx={{ textAlign: NUMBERS.has(name) ? 'end' : 'start', width: narrow ? NARROW_PX[name] : undefined }}
                >
                  {say(`dispatcher.table.${name}`)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {items.map((vehicle) => (
              <VehicleTableRow
                key={vehicle.id}
                vehicle={vehicle}
                chosen={vehicle.id === selected}
                narrow={narrow}
                now_ms={now_ms}
                onChoose={() => onSelect(vehicle)}
                onKeyDown={(event) => focusNext(event, body.current)}
              />
            ))}
          </tbody>
        </Box>
      </Box>
      <TablePages page={page} rows={items.length} max={PAGE_ROWS} total={answer.total} from={from} onTurn={turn} />
    </>
  )
}

const WIDE = ['distance', 'vehicle', 'driver', 'state', 'make', 'position', 'today'] as const
const NARROW = ['distance', 'vehicle', 'state'] as const
// The vehicle has the rest.
const NARROW_PX: { readonly [column: string]: number } = { distance: 76, state: 126 }
const NUMBERS: ReadonlySet<string> = new Set(['distance', 'today', 'position'])

const buttonsOf = (body: HTMLElement | null): readonly HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

/** Arrows carry the focus from row to row; Enter and the space bar press the one that has it. */
function focusNext(event: KeyboardEvent<HTMLElement>, body: HTMLElement | null): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  const buttons = buttonsOf(body)
  const at = buttons.findIndex((one) => one === document.activeElement)
  buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus()
}

const TABLE = {
  width: 1,
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  // Columns that the vehicle's card shows too are hidden where there is no room.
  '@container (max-width: 860px)': { '& .today': { display: 'none' } },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    px: 1,
    height: 32,
    fontSize: 12,
    fontWeight: 600,
    color: 'text.secondary',
    borderBottom: 1,
    borderColor: 'divider',
    whiteSpace: 'nowrap',
  },
} as const
