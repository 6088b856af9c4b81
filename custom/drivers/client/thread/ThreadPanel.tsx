import Box from '@mui/material/Box'
import type { PanelProps } from '#engine/client'
import { Thread } from './Thread'
import { useThread } from './use-thread'

/** Panel `driver-messages` in a driver's page. */
export default function ThreadPanel({ record }: PanelProps) {
  const state = useThread(Number(record['id']))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: 'min(560px, 70vh)', maxWidth: 720 }}>
      <Thread state={state} />
    </Box>
  )
}
