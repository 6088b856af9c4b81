import { isStaff } from '#app/asker'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { useRefresh } from 'react-admin'
import { FailedNotice, type PanelProps, useCall, useConsole } from '#engine/client'
import { Notice, useSay } from '#engine/ui'
import { serviceStopsCall } from '../../model/history-calls'
import { StopsTable } from './StopsTable'

const StopsMap = lazy(() => import('./StopsMap'))
const StopsDialog = lazy(() => import('./StopsDialog'))

/** Panel `service-stops`: where a service was to go, where it went, and what is said of each stop. */
export default function StopsPanel({ record }: PanelProps) {
  const say = useSay()
  const refresh = useRefresh()
  const { actor } = useConsole()
  const [editing, setEditing] = useState(false)
  const [turn, setTurn] = useState(0)
  const mayEdit = isStaff(actor) && (actor.root || actor.rights['services']?.edit === true)
  const id = Number(record['id'])
  return (
    <Box sx={{ py: 1, display: 'grid', gap: 1.5 }}>
      {mayEdit && (
        <Box>
          <Button
            variant="outlined"
            color="inherit"
            sx={{ borderColor: 'divider' }}
            startIcon={<EditIcon />}
            onClick={() => setEditing(true)}
          >
            {say('services.stops.edit')}
          </Button>
        </Box>
      )}
      <Stops key={turn} id={id} />
      {editing && (
        <Suspense fallback={null}>
          <StopsDialog
            id={id}
            onClose={(changed) => {
              setEditing(false)
              if (!changed) return
              setTurn((now) => now + 1)
              refresh()
            }}
          />
        </Suspense>
      )}
    </Box>
  )
}

function Stops({ id }: { readonly id: number }) {
  const say = useSay()
  const { answer, failure, retry } = useCall(serviceStopsCall, { id })
  if (failure !== null) {
    return <FailedNotice failure={failure} onRetry={retry} />
  }
  if (!answer) return <Skeleton variant="rounded" height={420} aria-busy />
  if (answer.stops.length === 0) return <Notice icon="empty" title={say('services.stops.none')} />
  return (
    <>
      <Box
        sx={{ height: { xs: 300, md: 420 }, borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}
      >
        <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
          <StopsMap {...answer} />
        </Suspense>
      </Box>
      <StopsTable stops={answer.stops} />
    </>
  )
}
