import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { OpenRecord } from '../form/open-record'
import { People } from './People'
import { usePresence } from './use-presence'

/** Beside a form's buttons: who else has the record open, and whether somebody has saved or removed it meanwhile. */
export default function FormPresence({ record: { id, version, isAsked, show } }: { record: OpenRecord }) {
  const translate = useTranslate()
  const { answer, isGone } = usePresence(id, 'edit', version)
  const [busy, setBusy] = useState(false)
  const changed = answer?.changed && answer.version > Number(version) ? answer.changed : null
  const look = (): void => {
    if (!changed) return
    setBusy(true)
    void show(changed).finally(() => setBusy(false))
  }
  return (
    <div role="status">
      {isGone ? (
        <Alert severity="error" variant="outlined" sx={SLIM}>
          {translate('presence.removed')}
        </Alert>
      ) : changed && !isAsked ? (
        <Alert
          severity="warning"
          variant="outlined"
          sx={SLIM}
          action={
            <Button size="small" color="inherit" loading={busy} onClick={look}>
              {translate('presence.look')}
            </Button>
          }
        >
          {changed.by === null ? translate('presence.changed') : translate('presence.changed_by', { name: changed.by })}
        </Alert>
      ) : (
        answer && <People people={answer.people} />
      )}
    </div>
  )
}

const SLIM = {
  py: 0,
  alignItems: 'center',
  '& .MuiAlert-message': { py: 0.75 },
  '& .MuiAlert-action': { pt: 0, alignItems: 'center' },
} as const
