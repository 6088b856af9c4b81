import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import type { Engine } from '../console/engine'
import { PublicFrame } from '../auth/PublicFrame'
import { sessionKey } from '../session/session-queries'
import { usePasskeysTaken } from '../auth/use-look'
import { useSay } from '../../ui/show/style'
import { CodesShown } from './CodesShown'
import { EnrolSteps } from './EnrolSteps'
import { hasPasskeys } from '../console/passkey'
import { PasskeyForm } from './PasskeyForm'

type Way = 'app' | 'passkey'

/** What somebody whose role requires a second factor sees before anything else. */
export default function EnrolPage({ engine, token }: { engine: Engine; token: string }) {
  const say = useSay()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const goOn = () => engine.queries.invalidateQueries({ queryKey: sessionKey(token) })
  const takesPasskeys = usePasskeysTaken()
  const [by, setBy] = useState<Way>('app')
  const done = (made: readonly string[]): void => {
    if (made.length > 0) setCodes(made)
    else void goOn()
  }
  const leave = async (): Promise<void> => {
    await engine.calls.logout().catch(() => undefined)
    engine.session.end(token, 'left')
  }
  const out = (
    <Button color="inherit" onClick={() => void leave()}>
      {say('ra.auth.logout')}
    </Button>
  )
  return (
    <PublicFrame title={say(codes ? 'second_factor.codes_title' : 'second_factor.enrol')}>
      {codes ? (
        <CodesShown codes={codes} onClose={() => void goOn()} />
      ) : (
        <>
          <Alert severity="info">{say('second_factor.required')}</Alert>
          {takesPasskeys && hasPasskeys() && (
            <ToggleButtonGroup
              exclusive
              fullWidth
              size="small"
              value={by}
              aria-label={say('second_factor.title')}
              onChange={(_event, way: Way | null) => way && setBy(way)}
            >
              <ToggleButton value="app">{say('second_factor.app')}</ToggleButton>
              <ToggleButton value="passkey">{say('second_factor.passkey_one')}</ToggleButton>
            </ToggleButtonGroup>
          )}
          {by === 'app' ? (
            <EnrolSteps onDone={done} beside={out} />
          ) : (
            <PasskeyForm of={null} onDone={(_msg, made) => done(made)} beside={out} />
          )}
        </>
      )}
    </PublicFrame>
  )
}
