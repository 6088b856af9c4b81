import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useSay } from '../../ui/style'
import { useShell } from './shell-context'

/** For root, in development: what is wrong with the files as they stand, while the last good Model serves on. */
export function MetadataFaults() {
  const say = useSay()
  const { metadata_faults = [] } = useShell().verified
  if (metadata_faults.length === 0) return null
  return (
    <Alert severity="error" sx={{ m: 1 }}>
      {say('shell.metadata_faults')}
      <Box component="pre" sx={{ m: 0, mt: 0.5, whiteSpace: 'pre-wrap', fontSize: '0.8125rem' }}>{metadata_faults.join('\n')}</Box>
    </Alert>
  )
}
