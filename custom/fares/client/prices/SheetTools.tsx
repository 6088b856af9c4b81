import DownIcon from '@mui/icons-material/KeyboardDoubleArrowDown'
import RightIcon from '@mui/icons-material/KeyboardDoubleArrowRight'
import RedoIcon from '@mui/icons-material/Redo'
import MirrorIcon from '@mui/icons-material/SwapHoriz'
import UndoIcon from '@mui/icons-material/Undo'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { useSay } from '#engine/ui'
import type { Sheet } from './sheet-state'
import type { Commands } from './use-commands'

/** What can be done with the chosen cells; each tells its key. */
export function SheetTools({ sheet, commands, phone }: { sheet: Sheet; commands: Commands; phone: boolean }) {
  const say = useSay()
  return (
    <Stack direction="row" role="toolbar" aria-label={say('prices.tools')} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Tool label={say('prices.undo')} keys="Ctrl+Z" disabled={sheet.undo.length === 0} onClick={commands.undo}><UndoIcon fontSize="small" /></Tool>
      <Tool label={say('prices.redo')} keys="Ctrl+Y" disabled={sheet.redo.length === 0} onClick={commands.redo}><RedoIcon fontSize="small" /></Tool>
      {!phone && (
        <>
          <Tool label={say('prices.fill_down')} keys="Ctrl+D" onClick={() => commands.fill(true)}><DownIcon fontSize="small" /></Tool>
          <Tool label={say('prices.fill_right')} keys="Ctrl+R" onClick={() => commands.fill(false)}><RightIcon fontSize="small" /></Tool>
          <Tool label={say('prices.mirror')} keys="Ctrl+M" onClick={commands.mirror}><MirrorIcon fontSize="small" /></Tool>
        </>
      )}
      <FormControlLabel
        sx={{ marginInlineStart: 0.5, marginInlineEnd: 1 }}
        control={<Switch size="small" checked={commands.twoWay} onChange={(_, checked) => commands.setTwoWay(checked)} />}
        label={say('prices.two_way')}
        slotProps={{ typography: { variant: 'body2' } }}
      />
    </Stack>
  )
}

function Tool({ label, keys, disabled = false, onClick, children }: {
  label: string; keys: string; disabled?: boolean; onClick: () => void; children: ReactNode
}) {
  return (
    <Tooltip title={`${label} (${keys})`}>
      <span>
        <IconButton aria-label={label} aria-keyshortcuts={keys.replace('Ctrl', 'Control')} disabled={disabled} onClick={onClick}>{children}</IconButton>
      </span>
    </Tooltip>
  )
}
