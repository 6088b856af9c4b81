import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { useLiveCall } from '#engine/client'
import { ChoiceSelect, TextBox, useSay } from '#engine/ui'
import { type CancelCode, cancelCostCall } from '../../../services/model'
import { DialogFrame } from '../live/DialogFrame'
import type { RequestVerbs } from './use-request-verbs'

interface Props {
  readonly id: number
  readonly verbs: Pick<RequestVerbs, 'cancel' | 'busy'>
  /** @param done it is cancelled */
  readonly onClose: (done: boolean) => void
}

/** Asks why a ride is cancelled, and says first what that costs the client. */
export function CancelRide({ id, verbs, onClose }: Props) {
  const say = useSay()
  const { answer } = useLiveCall(cancelCostCall, { id_service: id })
  const [code, setCode] = useState<CancelCode | null>(null)
  const [note, setNote] = useState('')
  const [free, setFree] = useState(false)
  const [isTried, setTried] = useState(false)
  const isDue = (answer?.price_cancel ?? 0) > 0
  const cancel = async (): Promise<void> => {
    setTried(true)
    if (code !== null && (await verbs.cancel({ code, reason: note.trim(), free: isDue && free }))) onClose(true)
  }
  return (
    <DialogFrame
      title={say('dispatcher.cancel.title', { id })}
      width="sm"
      onClose={() => onClose(false)}
      actions={
        <>
          <Button color="inherit" onClick={() => onClose(false)}>
            {say('dispatcher.alerts.keep')}
          </Button>
          <Button variant="contained" color="error" loading={verbs.busy} onClick={() => void cancel()}>
            {say('dispatcher.cancel.do')}
          </Button>
        </>
      }
    >
      <Box sx={{ px: 2, py: 1.5, display: 'grid', gap: 1.5, fontSize: 13.5, lineHeight: '20px' }}>
        <Box role="status" sx={{ minHeight: 20, fontWeight: 600, color: isDue ? 'error.main' : undefined }}>
          {answer?.msg ?? '\u00a0'}
        </Box>
        <ChoiceSelect
          source="cancel_code"
          label={say('dispatcher.cancel.why')}
          required
          autoFocus
          disabled={!answer}
          error={isTried && code === null ? say('dispatcher.cancel.choose') : undefined}
          value={code ?? ''}
          options={(answer?.codes ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(value) => setCode((value || null) as CancelCode | null)}
        />
        <TextBox
          source="reason"
          label={say('dispatcher.cancel.note')}
          required={false}
          disabled={false}
          maxLength={255}
          text={note}
          onText={setNote}
        />
        {isDue && (
          <FormControlLabel
            control={<Checkbox size="small" checked={free} onChange={(_event, next) => setFree(next)} />}
            label={say('dispatcher.cancel.free')}
          />
        )}
      </Box>
    </DialogFrame>
  )
}
