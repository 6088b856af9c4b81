import BlockIcon from '@mui/icons-material/BlockOutlined'
import RestoreIcon from '@mui/icons-material/SettingsBackupRestoreOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'

/** Leaves a row out, or takes it in again. */
export function ExcludeButton({ excluded, onExclude }: { excluded: boolean; onExclude: (excluded: boolean) => void }) {
  const label = useTranslate()(excluded ? 'import.include' : 'import.exclude')
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => onExclude(!excluded)}>
        {excluded ? <RestoreIcon fontSize="small" /> : <BlockIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  )
}
