import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { mayEdit } from '#engine/model'
import { useConsole } from '#engine/client'
import { useSay } from '#engine/ui'
import { AttendDialog } from '../../../drivers/client'
import { ageOf, ageWords } from '../live/age-words'
import { useNow } from '../live/use-now'
import type { Alerts } from './use-alerts'

/** A driver who needs help: how to call them, where they are, and a button to attend to it. */
export function PanicRow({
  panic,
  onPlace,
  onInfo,
  onAttended,
}: {
  panic: Alerts['panics'][number]
  onPlace?: (lat: number, lng: number) => void
  onInfo: (id_service: number) => void
  onAttended: () => void
}) {
  const say = useSay()
  const now_ms = useNow()
  const { actor } = useConsole()
  const [isAttending, setAttending] = useState(false)
  const { lat, lng, id_service } = panic
  const driver = [panic.dr_name, panic.dr_surname].filter(Boolean).join(' ')
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: 13.5 }}>
          {[driver, panic.plate].filter(Boolean).join(' · ')}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {panic.date_created ? ageWords(ageOf(panic.date_created, now_ms), say) : ''}
        </Box>
      </Box>
      {panic.dr_phone && (
        <Link href={`tel:${panic.dr_phone.replace(/[^+\d]/g, '')}`} sx={{ fontSize: 13 }}>
          {panic.dr_phone}
        </Link>
      )}
      <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
        {mayEdit(actor, { module: 'panics' }) && (
          <Button variant="contained" color="error" onClick={() => setAttending(true)}>
            {say('dispatcher.alerts.attend')}
          </Button>
        )}
        {onPlace && lat !== null && lng !== null && (
          <Button onClick={() => onPlace(lat, lng)}>{say('dispatcher.card.center')}</Button>
        )}
        {id_service !== null && (
          <Button color="inherit" onClick={() => onInfo(id_service)}>
            {say('dispatcher.info.open')}
          </Button>
        )}
      </Box>
      {isAttending && (
        <Suspense>
          <AttendDialog id={panic.id} driver={driver} onAttended={onAttended} onClose={() => setAttending(false)} />
        </Suspense>
      )}
    </Box>
  )
}

const ROW = { px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', lineHeight: '20px' } as const
