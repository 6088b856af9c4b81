import TuneIcon from '@mui/icons-material/Tune'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { ColumnChoice } from './preferences'

const ViewPanel = lazy(() => import('./ViewPanel'))

/** The list's saved views, and how its table looks: columns and the height of rows. */
export function ViewMenu({ choice, cards }: { choice: ColumnChoice; cards: boolean }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip title={translate('list.view')}>
        <IconButton
          aria-label={translate('list.view')}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <TuneIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': translate('list.view'),
            sx: { width: 320, maxWidth: 'calc(100vw - 32px)', minHeight: 120 },
          },
        }}
      >
        <Suspense>
          <ViewPanel choice={choice} cards={cards} onClose={() => setAnchor(null)} />
        </Suspense>
      </Popover>
    </>
  )
}
