import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Skeleton from '@mui/material/Skeleton'
import { useId } from 'react'
import { FailedAlert, useCall } from '#engine/client'
import { Badge, KeyLayer } from '#engine/ui'
import { vehiclesCall } from '../../model/grouping-calls'
import type { RouteWords } from '../route/route-words'

/** Which vehicle drives a grouping: those that can in front, the nearest first, the others with the reason. */
export function VehicleDialog({
  id,
  words,
  onClose,
  onChoose,
}: {
  id: number
  words: RouteWords
  onClose: () => void
  onChoose: (id_vehicle: number) => void
}) {
  const { say, length } = words
  const titleId = useId()
  const { answer, failure, retry } = useCall(vehiclesCall, { id })
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <KeyLayer>
        <DialogTitle id={titleId} variant="h2">
          {say('groupings.assign_vehicle')}
        </DialogTitle>
        <DialogContent>
          {failure !== null && <FailedAlert failure={failure} onRetry={retry} />}
          {!answer &&
            failure === null &&
            [1, 2, 3].map((row) => <Skeleton key={row} variant="rounded" height={52} sx={{ mb: 1 }} />)}
          {answer?.items.length === 0 && <Alert severity="info">{say('groupings.no_vehicles')}</Alert>}
          <List disablePadding>
            {answer?.items.map((vehicle) => (
              <ListItemButton
                key={vehicle.id}
                disabled={vehicle.why !== null}
                onClick={() => onChoose(vehicle.id)}
                sx={{ px: 1, display: 'flex', gap: 1 }}
              >
                <Box sx={{ minWidth: 0, flex: 1 }}>
                  <Box sx={{ fontWeight: 600, fontSize: 14 }}>
                    {vehicle.plate} {vehicle.code && `· ${vehicle.code}`}
                  </Box>
                  <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{vehicle.driver}</Box>
                </Box>
                {vehicle.why !== null && <Badge color="warning">{vehicle.why}</Badge>}
                <Box sx={{ textAlign: 'end', fontSize: 13, flex: 'none' }}>
                  <Box>{say('groupings.seats', { smart_count: vehicle.capacity_1 ?? 0 })}</Box>
                  <Box sx={{ color: 'text.secondary' }}>
                    {vehicle.distance === null ? '' : length(vehicle.distance)}
                  </Box>
                </Box>
              </ListItemButton>
            ))}
          </List>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            {say('form.close')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
