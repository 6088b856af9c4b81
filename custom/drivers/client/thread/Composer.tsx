import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { MessageBox } from '#engine/client'
import { useSay } from '#engine/ui'

const MAX_BODY = 1000

/** The box for a message to a driver, urgent or not. */
export function Composer({
  onSend,
  autoFocus = false,
}: {
  onSend: (body: string, urgent: boolean) => Promise<void>
  autoFocus?: boolean
}) {
  const say = useSay()
  const [body, setBody] = useState('')
  const [urgent, setUrgent] = useState(false)
  return (
    <MessageBox
      label={say('drivers.messages.write')}
      text={body}
      onText={setBody}
      maxLength={MAX_BODY}
      minRows={2}
      autoFocus={autoFocus}
      sendLabel={say('drivers.messages.send')}
      onSend={async (sent) => {
        await onSend(sent, urgent)
        setUrgent(false)
      }}
      tools={
        <FormControlLabel
          sx={{ marginInlineEnd: 'auto' }}
          control={<Checkbox size="small" checked={urgent} onChange={({ target }) => setUrgent(target.checked)} />}
          label={say('drivers.messages.urgent')}
        />
      }
    />
  )
}
