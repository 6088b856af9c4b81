import Box from '@mui/material/Box'
import { useState } from 'react'
import type { PanelProps } from '#engine/client'
import { Summary } from './Summary'

/** Panel `services-summary` of a client's page and of a driver's: what they rode or drove. */
export default function SummaryPanel({ resource, record }: PanelProps) {
  const [earning, setEarning] = useState(false)
  const id = Number(record['id'])
  return (
    <Box sx={{ py: 2 }}>
      <Summary
        whose={resource === 'drivers' ? { id_driver: id } : { id_client: id }}
        earning={earning}
        onEarning={setEarning}
      />
    </Box>
  )
}
