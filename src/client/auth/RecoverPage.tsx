import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState, type FormEvent } from 'react'
import type { Engine } from '../console/engine'
import { failureText, statusOf } from '../provider/failure'
import { AppLink } from '../../ui/show/AppLink'
import { useSay } from '../../ui/show/style'
import { EmailBox } from './EmailBox'
import { PublicFrame } from './PublicFrame'

/**
 * `/password/recover`: asks for a mail with a link to a new password; the answer does not reveal whether the account
 * exists.
 */
export default function RecoverPage({ engine }: { engine: Engine }) {
  const say = useSay()
  const [username, setUsername] = useState('')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<{
    readonly ok: boolean
    readonly text: string
    readonly caption?: string
  } | null>(null)
  const ready = username.trim() !== '' && !busy
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    setAnswer(null)
    try {
      setAnswer({ ok: true, text: await engine.calls.askRecovery(username.trim()) })
    } catch (error) {
      setAnswer({
        ok: false,
        text: failureText(error, say),
        ...(statusOf(error) === 0 && { caption: say('errors.network_caption') }),
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <PublicFrame title={say('recover.title')}>
      {answer?.ok ? (
        <Alert severity="success">
          <AlertTitle>{say('recover.sent_title')}</AlertTitle>
          {answer.text}
        </Alert>
      ) : (
        <>
          <Typography sx={{ color: 'text.secondary' }}>{say('recover.text')}</Typography>
          {answer && (
            <Alert severity="error">
              {answer.text}
              {answer.caption && <Typography variant="body2">{answer.caption}</Typography>}
            </Alert>
          )}
          <Box
            component="form"
            noValidate
            onSubmit={(event) => void submit(event)}
            sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
          >
            <EmailBox value={username} onChange={setUsername} />
            <Button type="submit" variant="contained" size="large" disabled={!ready}>
              {say(busy ? 'login.busy' : 'recover.send')}
            </Button>
          </Box>
        </>
      )}
      <AppLink to="/login">{say('recover.back')}</AppLink>
    </PublicFrame>
  )
}
