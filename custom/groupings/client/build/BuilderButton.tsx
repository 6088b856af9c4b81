import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { LinkBase } from 'react-admin'
import { mayOpen, type PanelProps, useConsole } from '#engine/client'
import { Icon, useSay } from '#engine/ui'

/** Panel `grouping-builder`: the way from the list to the routes of a whole day. */
export default function BuilderButton({ resource }: PanelProps) {
  const say = useSay()
  const { actor, model } = useConsole()
  if (!mayOpen(actor, model, resource, 'edit')) return null
  return (
    <Box sx={{ px: 2, pt: 1 }}>
      <Button variant="outlined" component={LinkBase} to="/groupings/build" startIcon={<Icon name="route" />}>
        {say('groupings.build.title')}
      </Button>
    </Box>
  )
}
