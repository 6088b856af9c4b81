import LockIcon from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Engine } from '../console/engine'
import { SureForm } from '../auth/SureForm'
import { shownName } from '../session/session'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'

/** Over everything: who was here proves it again, and finds what they had typed. */
export default function LockScreen({ engine: { calls, lock, queries, session } }: { engine: Engine }) {
  const say = useSay()
  const id = useId()
  const token = session.token() ?? ''
  const own = session.accounts().find((account) => account.token === token)
  const leave = async (): Promise<void> => {
    await calls.logout().catch(() => undefined)
    session.end(token, 'left')
    lock.unlock()
  }
  const answer = (sure: boolean): void => {
    lock.unlock()
    lock.note()
    if (sure) void queries.invalidateQueries()
  }
  return (
    <Dialog
      open
      fullScreen
      transitionDuration={0}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      sx={{ zIndex: 'tooltip' }}
      slotProps={{
        paper: {
          sx: { alignItems: 'center', justifyContent: 'center', bgcolor: 'background.paper', backgroundImage: 'none' },
        },
      }}
    >
      <KeyLayer question>
        <DialogContent sx={{ flex: 'none', width: 1, maxWidth: 400, display: 'flex', flexDirection: 'column', gap: 2 }}>
          <LockIcon color="primary" sx={{ fontSize: 40 }} />
          <Typography id={`${id}-title`} variant="h1">
            {say('lock.title')}
          </Typography>
          <DialogContentText id={`${id}-text`} variant="body1">
            {own ? say('lock.text', { name: shownName(own) }) : say('errors.IDLE')}
          </DialogContentText>
          <SureForm
            calls={calls}
            accept={say('lock.unlock')}
            onAnswer={answer}
            beside={
              <Button color="inherit" onClick={() => void leave()}>
                {say('lock.other')}
              </Button>
            }
          />
        </DialogContent>
      </KeyLayer>
    </Dialog>
  )
}
