import Sos from '@mui/icons-material/Sos'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { LinkBase } from 'react-admin'
import { mayEdit, maySee } from '#engine/model'
import { useConsole } from '#engine/client'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { LivePanic } from '../../model/panic-call'

interface OpenPanicProps {
  readonly panic: LivePanic
  readonly onAttend: () => void
  readonly onRide: (id_service: number) => void
  /** What else can be done. */
  readonly children: ReactNode
}

/** Who calls for help, since when, how they are called back, and what can be done. */
export function OpenPanic({
  panic: { id, dr_name, dr_phone, plate, date_created, id_service },
  onAttend,
  onRide,
  children,
}: OpenPanicProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { actor } = useConsole()
  const call = say('drivers.panic.of', { driver: dr_name ?? '' })
  return (
    <Box role="group" aria-label={call} sx={LINE}>
      <Sos aria-hidden sx={{ flex: 'none' }} />
      <Box sx={{ flex: '1 1 240px', minWidth: 0, lineHeight: 1.3 }}>
        <strong>{call}</strong>
        {` · ${[plate, dateTimeText(date_created, zone)].filter(Boolean).join(' · ')}`}
        {dr_phone && (
          <>
            {' · '}
            <Link href={`tel:${dr_phone.replace(/[^+\d]/g, '')}`} color="inherit" sx={{ whiteSpace: 'nowrap' }}>
              {dr_phone}
            </Link>
          </>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {mayEdit(actor, { module: 'panics' }) && (
          <Button variant="contained" sx={PRESSED_FIRST} onClick={onAttend}>
            {say('drivers.panic.attend')}
          </Button>
        )}
        {maySee(actor, { module: 'panics' }) && (
          <Button component={LinkBase} to={`/panics/${id}`} color="inherit">
            {say('drivers.panic.where')}
          </Button>
        )}
        {id_service !== null && maySee(actor, { module: 'dispatcher' }) && (
          <Button color="inherit" onClick={() => onRide(id_service)}>
            {say('drivers.panic.ride', { id: id_service })}
          </Button>
        )}
        {children}
      </Box>
    </Box>
  )
}

// Not of the theme: it must stand out next to every company's colours, by day and by night.
const RED = '#a30d0d'
const LINE = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  px: 2,
  py: 0.75,
  minHeight: 48,
  bgcolor: RED,
  color: '#fff',
} as const
const PRESSED_FIRST = { color: RED, bgcolor: '#fff', '&:hover': { bgcolor: '#ffe3e3' } } as const
