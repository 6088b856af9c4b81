import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useSay } from '#engine/ui'
import { ageOf, ageWords } from '../live/age-words'
import { useNow } from '../live/use-now'
import { useRequestVerbs } from '../request/use-request-verbs'
import { CarryHandle } from '../drop/CarryHandle'
import { watchedServices } from '../request/watched'
import type { Alerts } from './use-alerts'

const CancelRide = lazy(() => import('../request/CancelRide').then((one) => ({ default: one.CancelRide })))

/** A service that nobody takes: wait for a driver, look for one by hand, or cancel it. */
export function UnassignedRow({
  service,
  may,
  onDone,
  onFindDriver,
  onInfo,
}: {
  service: Alerts['unassigned'][number]
  may: boolean
  onDone: () => void
  onFindDriver: () => void
  onInfo: () => void
}) {
  const { id, org_address, date_unassigned, keep_searching } = service
  const client = [service.cl_name, service.cl_surname].filter(Boolean).join(' ')
  const say = useSay()
  const now_ms = useNow()
  const [isCanceling, setCanceling] = useState(false)
  const verbs = useRequestVerbs(id, () => watchedServices().watch([id]), onDone)
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        {may && <CarryHandle id_service={id} name={client} holder={null} verbs={verbs} onPress={onFindDriver} />}
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: 13.5 }}>
          {[`#${id}`, client].filter(Boolean).join(' · ')}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {keep_searching === 1
            ? say('dispatcher.request.waiting')
            : date_unassigned
              ? ageWords(ageOf(date_unassigned, now_ms), say)
              : ''}
        </Box>
      </Box>
      <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{org_address}</Box>
      <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
        {may && keep_searching === 0 && (
          <Button variant="outlined" disabled={verbs.busy} onClick={() => void verbs.wait()}>
            {say('dispatcher.request.wait')}
          </Button>
        )}
        {may && <Button onClick={onFindDriver}>{say('dispatcher.find.open')}</Button>}
        <Button color="inherit" onClick={onInfo}>
          {say('dispatcher.info.open')}
        </Button>
        {may && (
          <Button color="error" disabled={verbs.busy} onClick={() => setCanceling(true)}>
            {say('dispatcher.request.cancel_service')}
          </Button>
        )}
      </Box>
      {isCanceling && (
        <Suspense>
          <CancelRide id={id} verbs={verbs} onClose={() => setCanceling(false)} />
        </Suspense>
      )}
    </Box>
  )
}

const ROW = { px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', lineHeight: '20px' } as const
