import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { LeaveGuard } from '#engine/client'
import { useKeys, useSay } from '#engine/ui'
import { CellStatus } from './CellStatus'
import { ExportPrices } from './ExportPrices'
import { PriceGrid } from './PriceGrid'
import { PriceList } from './PriceList'
import { SheetNotices, wrongPlaces } from './SheetNotices'
import { SheetTools } from './SheetTools'
import type { Matrix } from './sheet-state'
import { useCommands } from './use-commands'
import type { Prices } from './use-prices'

const ImportPrices = lazy(() => import('./ImportPrices'))

/**
 * A tariff's prices to be looked at and changed: a sheet, on a phone a list.
 * @param note what should be known of them
 */
export function PricesEditor({ prices, matrix, note }: { prices: Prices; matrix: Matrix; note: ReactNode }) {
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
  // Below the sheet, whose cells then stay where they are.
  const notices = <SheetNotices sheet={sheet} dispatch={dispatch} onGo={commands.select} />
  const saveButton = commands.field && (
    <Button variant="contained" fullWidth={phone} disabled={changed === 0} loading={saving} onClick={trySave} aria-keyshortcuts="Control+S">
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
          <Button color="inherit" startIcon={<UploadIcon />} onClick={() => setImporting(true)}>{say('prices.import.title')}</Button>
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
            <PriceGrid sheet={sheet} commands={commands} label={say('prices.label', { name: matrix.tarif.name })} hint={say('prices.hint')} />
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

// Below the list and before the end of the page, so that it covers no price that cannot be scrolled to.
const SAVE_BAR = {
  position: 'sticky', bottom: 0, zIndex: 'appBar', mx: -2, px: 2, py: 1, bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider',
} as const
