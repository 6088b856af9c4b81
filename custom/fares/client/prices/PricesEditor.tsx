import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { LeaveGuard } from '#engine/client'
import { useKeys, useSay, useDisplayStyle } from '#engine/ui'
import { ExportPrices } from './ExportPrices'
import { PriceGrid } from './PriceGrid'
import { PriceList } from './PriceList'
import { entryAt, pairName, type PriceSheet, type PriceMatrix, type SheetAction } from './sheet-state'
import { useCommands, type Commands } from './use-commands'
import type { Prices } from './use-prices'
import Typography from '@mui/material/Typography'
import { amountText } from './amount'
import { rangeEdges, isOne, at, type Range } from './range'
import { useCellLook } from './use-cell-look'
import Alert from '@mui/material/Alert'
import DownIcon from '@mui/icons-material/KeyboardDoubleArrowDown'
import RightIcon from '@mui/icons-material/KeyboardDoubleArrowRight'
import RedoIcon from '@mui/icons-material/Redo'
import MirrorIcon from '@mui/icons-material/SwapHoriz'
import UndoIcon from '@mui/icons-material/Undo'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'

/** What can be done with the chosen cells; each button shows its key. */
function SheetTools({ sheet, commands, phone }: { sheet: PriceSheet; commands: Commands; phone: boolean }) {
  const say = useSay()
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={say('prices.tools')}
      sx={{ alignItems: 'center', flexWrap: 'wrap' }}
    >
      <Tool label={say('prices.undo')} keys="Ctrl+Z" disabled={sheet.undo.length === 0} onClick={commands.undo}>
        <UndoIcon fontSize="small" />
      </Tool>
      <Tool label={say('prices.redo')} keys="Ctrl+Y" disabled={sheet.redo.length === 0} onClick={commands.redo}>
        <RedoIcon fontSize="small" />
      </Tool>
      {!phone && (
        <>
          <Tool label={say('prices.fill_down')} keys="Ctrl+D" onClick={() => commands.fill(true)}>
            <DownIcon fontSize="small" />
          </Tool>
          <Tool label={say('prices.fill_right')} keys="Ctrl+R" onClick={() => commands.fill(false)}>
            <RightIcon fontSize="small" />
          </Tool>
          <Tool label={say('prices.mirror')} keys="Ctrl+M" onClick={commands.mirror}>
            <MirrorIcon fontSize="small" />
          </Tool>
        </>
      )}
      <FormControlLabel
        sx={{ marginInlineStart: 0.5, marginInlineEnd: 1 }}
        control={
          <Switch size="small" checked={commands.twoWay} onChange={(_, checked) => commands.setTwoWay(checked)} />
        }
        label={say('prices.two_way')}
        slotProps={{ typography: { variant: 'body2' } }}
      />
    </Stack>
  )
}

function Tool({
  label,
  keys,
  disabled = false,
  onClick,
  children,
}: {
  label: string
  keys: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip title={`${label} (${keys})`}>
      <span>
        <IconButton
          aria-label={label}
          aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
          disabled={disabled}
          onClick={onClick}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}

/**
 * Above the sheet: prices that somebody else changed meanwhile, and cells that are no price, each with a link to them.
 */
function SheetNotices({
  sheet,
  dispatch,
  onGo,
}: {
  sheet: PriceSheet
  dispatch: (action: SheetAction) => void
  onGo: (range: Range) => void
}) {
  const say = useSay()
  const size = sheet.zones.length
  const { conflicts } = sheet
  const wrong = wrongPlaces(sheet)
  const next = (places: readonly number[]): void => {
    const { anchor } = sheet.range
    const here = anchor.row * size + anchor.column
    const place = places.find((one) => one > here) ?? places[0]
    if (place !== undefined) onGo(at(Math.floor(place / size), place % size))
  }
  const by = [...new Set([...conflicts.values()].flatMap((one) => one.by ?? []))].join(', ')
  return (
    <>
      {conflicts.size > 0 && (
        <Alert
          severity="info"
          action={
            <>
              <Button color="inherit" size="small" onClick={() => next([...conflicts.keys()].toSorted(ascending))}>
                {say('prices.go_to')}
              </Button>
              <Button color="inherit" size="small" onClick={() => dispatch({ do: 'takeTheirs' })}>
                {say('prices.take_theirs')}
              </Button>
              <Button color="inherit" size="small" onClick={() => dispatch({ do: 'keepMine' })}>
                {say('prices.keep_mine')}
              </Button>
            </>
          }
        >
          {say(by ? 'prices.conflict_by' : 'prices.conflict', { smart_count: conflicts.size, by })}{' '}
          {say('prices.conflict_kept')}
        </Alert>
      )}
      {wrong.length > 0 && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => next(wrong)}>
              {say('prices.go_to')}
            </Button>
          }
        >
          {say('prices.wrong', { smart_count: wrong.length })}
        </Alert>
      )}
    </>
  )
}

const ascending = (a: number, b: number): number => a - b

/** Cells that cannot be saved as they are, in their order. */
const wrongPlaces = ({ typed, refused }: PriceSheet): readonly number[] =>
  [...typed]
    .filter(([place, entry]) => 'text' in entry || refused.has(place))
    .map(([place]) => place)
    .toSorted(ascending)

/** Under the sheet: which price the current cell is, its text, and any remarks; for several cells, how many. */
function CellStatus({ sheet }: { sheet: PriceSheet }) {
  const say = useSay()
  const style = useDisplayStyle()
  const lookOf = useCellLook(sheet)
  const { anchor } = sheet.range
  const { top, left, bottom, right } = rangeEdges(sheet.range)
  const entry = entryAt(sheet, anchor.row * sheet.zones.length + anchor.column)
  const { hint, wrong } = lookOf(anchor.row, anchor.column)
  const price = 'text' in entry ? entry.text : amountText(entry.amount, style) || say('prices.by_distance')
  return (
    <Box
      component="output"
      aria-live="polite"
      sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'baseline', minHeight: 22 }}
    >
      <Typography variant="body2" color="text.secondary">
        {pairName(sheet, anchor)}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {price}
      </Typography>
      {hint && (
        <Typography variant="body2" color={wrong ? 'error' : 'text.secondary'}>
          {hint}
        </Typography>
      )}
      {!isOne(sheet.range) && (
        <Typography variant="body2" color="text.secondary">
          {say('prices.chosen', { rows: bottom - top + 1, columns: right - left + 1 })}
        </Typography>
      )}
      <Typography variant="body2" color="text.secondary" sx={{ marginInlineStart: 'auto' }}>
        {say('prices.blank')}
      </Typography>
    </Box>
  )
}

const ImportPrices = lazy(() => import('./ImportPrices'))

/**
 * A tariff's prices, to view and change: a sheet, on a phone a list.
 * @param note a remark about the prices
 */
export function PricesEditor({ prices, matrix, note }: { prices: Prices; matrix: PriceMatrix; note: ReactNode }) {
  const say = useSay()
  const { sheet, dispatch, save, saving } = prices
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const commands = useCommands(sheet, dispatch, matrix.can_edit)
  const [importing, setImporting] = useState(false)
  const changed = sheet.typed.size
  const wrong = wrongPlaces(sheet)
  const trySave = (): void => {
    const [first] = wrong
    const size = sheet.zones.length
    if (first === undefined) return void save()
    const cell = { row: Math.floor(first / size), column: first % size }
    commands.select({ anchor: cell, head: cell })
  }
  useKeys([{ keys: 'ctrl+s', label: say('form.save'), run: trySave, active: changed > 0 }])
  // Below the sheet, so that the cells stay in place.
  const notices = <SheetNotices sheet={sheet} dispatch={dispatch} onGo={commands.select} />
  const saveButton = commands.field && (
    <Button
      variant="contained"
      fullWidth={phone}
      disabled={changed === 0}
      loading={saving}
      onClick={trySave}
      aria-keyshortcuts="Control+S"
    >
      {changed === 0 ? say('form.save') : say('prices.save', { smart_count: changed })}
    </Button>
  )
  return (
    <Stack spacing={1} sx={{ pt: 1.5, minWidth: 0, height: { sm: 'calc(100dvh - 250px)' }, minHeight: { sm: 420 } }}>
      {note}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        {commands.field && <SheetTools sheet={sheet} commands={commands} phone={phone} />}
        <Box sx={{ flex: 1 }} />
        {commands.field && (
          <Button color="inherit" startIcon={<UploadIcon />} onClick={() => setImporting(true)}>
            {say('prices.import.title')}
          </Button>
        )}
        <ExportPrices sheet={sheet} tarif={matrix.tarif.name} />
        {!phone && saveButton}
      </Stack>
      {phone ? (
        <>
          {notices}
          <PriceList sheet={sheet} commands={commands} />
          {changed > 0 && <Box sx={SAVE_BAR}>{saveButton}</Box>}
        </>
      ) : (
        <>
          <Box sx={{ flex: '0 1 auto', minHeight: 200, display: 'flex', flexDirection: 'column' }}>
            <PriceGrid
              sheet={sheet}
              commands={commands}
              label={say('prices.label', { name: matrix.tarif.name })}
              hint={say('prices.hint')}
            />
          </Box>
          {notices}
          <CellStatus sheet={sheet} />
        </>
      )}
      {importing && (
        <Suspense fallback={null}>
          <ImportPrices sheet={sheet} commands={commands} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      <LeaveGuard isDirty={changed > 0} />
    </Stack>
  )
}

// Below the list and before the end of the page, so that every price it covers can be scrolled into view.
const SAVE_BAR = {
  position: 'sticky',
  bottom: 0,
  zIndex: 'appBar',
  mx: -2,
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const
