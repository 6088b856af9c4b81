import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useGetList, useTranslate, type RaRecord } from 'react-admin'
import { useState } from 'react'
import { mayOpen, useConsole, useInterval_ms } from '#engine/client'
import { Icon } from '#engine/ui'
import { StoreLine } from './StoreLine'

/** So many stores are shown at once; a house with more sees how many are open, and those that are not. */
const FEW = 3
const MAX_STORES = 200

/**
 * Whether the stores of whoever looks take orders, or why not; from here they are paused, and say that they are busy.
 */
export default function StoreBanner() {
  const translate = useTranslate()
  const { model, actor } = useConsole()
  const interval_ms = useInterval_ms()
  const [isWhole, setWhole] = useState(false)
  const sees = mayOpen(actor, model, 'stores', 'list')
  const {
    data,
    total = 0,
    refetch,
  } = useGetList<RaRecord>(
    'stores',
    { pagination: { page: 1, perPage: MAX_STORES }, sort: { field: 'name', order: 'ASC' }, filter: { state: '1' } },
    { enabled: sees, refetchInterval: Math.max(interval_ms, MIN_MS), retry: false },
  )
  if (!data || data.length === 0) return null
  const open = data.filter((store) => store['is_open'] === 1)
  const closed = data.filter((store) => store['is_open'] !== 1)
  const isFew = data.length <= FEW
  const shown = isFew || isWhole ? data : closed.slice(0, FEW)
  return (
    <Alert
      severity={closed.length === 0 ? 'success' : 'warning'}
      icon={<Icon name="store" size={20} />}
      sx={{
        py: 0.25,
        '& .MuiAlert-message': { flex: 1, minWidth: 0, py: 0.5 },
        '& .MuiAlert-icon': { py: 0.5, height: 40, alignItems: 'center' },
      }}
    >
      {!isFew && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', minHeight: 32 }}>
          <span>{translate('delivery.board.open_of', { smart_count: open.length, total })}</span>
          <Button size="small" color="inherit" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {translate(isWhole ? 'delivery.board.fewer' : 'delivery.board.all')}
          </Button>
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 220, overflowY: 'auto' }}>
        {shown.map((store) => (
          <StoreLine key={store.id} store={store} onChanged={() => void refetch()} />
        ))}
      </Box>
    </Alert>
  )
}

const MIN_MS = 15_000
