import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { KeyLayer, useKeys, useSay } from '#engine/ui'
import type { FormClient } from './draft'
import { clientName } from './use-client-search'

interface Props {
  readonly before: FormClient | null
  readonly chosen: FormClient
  readonly onKeep: () => void
  readonly onEmpty: () => void
}

/** Asks whose the stops and the notes in the form are, once another client is chosen. */
export function OtherClient(props: Props) {
  const id = useId()
  return (
    <Dialog open role="alertdialog" aria-labelledby={id} onClose={props.onEmpty} maxWidth="xs" fullWidth>
      <KeyLayer>
        <Question id={id} {...props} />
      </KeyLayer>
    </Dialog>
  )
}

function Question({ id, before, chosen, onKeep, onEmpty }: Props & { id: string }) {
  const say = useSay()
  const [first, second] = [clientName(before ?? chosen), clientName(chosen)]
  useKeys([
    { keys: 'c', label: say('services.desk.other.keep', { name: second }), run: onKeep },
    { keys: 'v', label: say('services.desk.other.empty'), run: onEmpty },
  ])
  return (
    <>
      <DialogTitle id={id}>{say('services.desk.other.title')}</DialogTitle>
      <DialogContent>{say('services.desk.other.text', { before: first, name: second })}</DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onKeep}>{say('services.desk.other.keep', { name: second })} (C)</Button>
        <Button variant="contained" autoFocus onClick={onEmpty}>
          {say('services.desk.other.empty')} (V)
        </Button>
      </DialogActions>
    </>
  )
}
