import HowToReg from '@mui/icons-material/HowToReg'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { mayEdit } from '#engine/model'
import { useConsole, useProvider } from '#engine/client'
import { useFailure, useSay, type Say } from '#engine/ui'
import { reopenPanicCall, type LivePanic } from '../../model/panic-call'

export const takenText = (
  { at_name, dr_name, is_own }: Pick<LivePanic, 'at_name' | 'dr_name' | 'is_own'>,
  say: Say,
): string =>
  say(is_own ? 'drivers.panic.taken_own' : 'drivers.panic.taken', { name: at_name ?? '', driver: dr_name ?? '' })

/** Who attends to a call for help and what they noted, for everybody who saw it; it can be taken back. */
export function TakenPanic({
  panic,
  onReopened,
  onClose,
}: {
  panic: LivePanic
  onReopened: () => void
  onClose: () => void
}) {
  const say = useSay()
  const { actor } = useConsole()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [busy, setBusy] = useState(false)
  const taken = takenText(panic, say)
  const reopen = async (): Promise<void> => {
    setBusy(true)
    try {
      const { reopened, msg } = await provider.call(reopenPanicCall, { id: panic.id })
      if (reopened === 0 && msg) notify(msg, { type: 'info' })
    } catch (cause) {
      fail(cause)
    }
    setBusy(false)
    onReopened()
  }
  return (
    <Box role="group" aria-label={taken} sx={LINE}>
      <HowToReg aria-hidden sx={{ flex: 'none' }} />
      <Box sx={{ flex: '1 1 240px', minWidth: 0, lineHeight: 1.3 }}>
        <strong>{taken}</strong>
        {panic.notes && ` · ${panic.notes}`}
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        {mayEdit(actor, { module: 'panics' }) && (
          <Button color="inherit" disabled={busy} onClick={() => void reopen()}>
            {say('drivers.panic.reopen')}
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          {say('drivers.panic.close')}
        </Button>
      </Box>
    </Box>
  )
}

const LINE = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  px: 2,
  py: 0.5,
  bgcolor: '#1b5e20',
  color: '#fff',
} as const
