import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { lazy, Suspense, useState } from 'react'
import { useNotify } from 'react-admin'
import { useProvider } from '#engine/client'
import { dateTimeText, useDisplayStyle, useFailure, useSay } from '#engine/ui'
import { handleWarningCall } from '../../../services/model'
import { ageOf, ageWords } from '../live/age-words'
import { useNow } from '../live/use-now'
import type { Alerts } from './use-alerts'

const LateDecision = lazy(() => import('./LateDecision'))

interface WarningRowProps {
  readonly warning: Alerts['warnings'][number]
  readonly may: boolean
  readonly onDone: () => void
  readonly onFindDriver: () => void
  readonly onInfo: () => void
}

/**
 * A ride that somebody should see to: why, for whom, when they are to be picked up; once it is seen to, the board is
 * quiet about it.
 */
export function WarningRow({ warning, may, onDone, onFindDriver, onInfo }: WarningRowProps) {
  const { id, id_service, kind, date_created, date_pickup, ...ride } = warning
  const say = useSay()
  const { zone } = useDisplayStyle()
  const now_ms = useNow()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [busy, setBusy] = useState(false)
  const [isDeciding, setDeciding] = useState(false)
  const isLate = kind === 'late' && may
  const client = [ride.cl_name, ride.cl_surname].filter(Boolean).join(' ')
  const driver = [ride.dr_name, ride.dr_surname, ride.plate && `(${ride.plate})`].filter(Boolean).join(' ')
  const handle = async (): Promise<void> => {
    setBusy(true)
    try {
      const { msg } = await provider.call(handleWarningCall, { id })
      if (msg) notify(msg, { type: 'info' })
    } catch (cause) {
      fail(cause)
    }
    setBusy(false)
    onDone()
  }
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: 13.5 }}>
          {say(`dispatcher.alerts.warning_${kind}`, { driver })}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {date_created ? ageWords(ageOf(date_created, now_ms), say) : ''}
        </Box>
      </Box>
      <Box sx={{ fontSize: 13 }}>{[`#${id_service}`, client].filter(Boolean).join(' · ')}</Box>
      <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
        {[date_pickup && say('dispatcher.alerts.pickup', { when: dateTimeText(date_pickup, zone) }), ride.org_address]
          .filter(Boolean)
          .join(' · ')}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
        {ride.dr_phone && (
          <Link href={`tel:${ride.dr_phone.replace(/[^+\d]/g, '')}`} sx={{ fontSize: 13, marginInlineEnd: 1 }}>
            {ride.dr_phone}
          </Link>
        )}
        {may && (
          <Button variant="outlined" disabled={busy} onClick={() => void handle()}>
            {say('dispatcher.alerts.handled')}
          </Button>
        )}
        {isLate && (
          <Button aria-expanded={isDeciding} onClick={() => setDeciding(!isDeciding)}>
            {say('dispatcher.late.decide')}
          </Button>
        )}
        {may && !isDeciding && <Button onClick={onFindDriver}>{say('dispatcher.find.open')}</Button>}
        <Button color="inherit" onClick={onInfo}>
          {say('dispatcher.info.open')}
        </Button>
      </Box>
      {isDeciding && isLate && (
        <Suspense>
          <LateDecision ride={warning} onDecided={() => void handle()} onFindDriver={onFindDriver} />
        </Suspense>
      )}
    </Box>
  )
}

const ROW = { px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', lineHeight: '20px' } as const
