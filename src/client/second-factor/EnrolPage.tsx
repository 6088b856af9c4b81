import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Engine } from '../app/engine'
import { PublicFrame } from '../auth/PublicFrame'
import { sessionKey } from '../auth/session-queries'
import { useSay } from '../../ui/show/style'
import { CodesShown } from './CodesShown'
import { EnrolSteps } from './EnrolSteps'

/** What somebody whose role requires a second factor sees before anything else. */
export default function EnrolPage({ engine, token }: { engine: Engine; token: string }) {
  const say = useSay()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const goOn = () => engine.queries.invalidateQueries({ queryKey: sessionKey(token) })
  const leave = async (): Promise<void> => {
    await engine.calls.logout().catch(() => undefined)
    engine.session.end(token, 'left')
  }
  return (
    <PublicFrame title={say(codes ? 'second_factor.codes_title' : 'second_factor.enrol')}>
      {codes ? <CodesShown codes={codes} onClose={() => void goOn()} /> : (
        <>
          <Alert severity="info">{say('second_factor.required')}</Alert>
          <EnrolSteps onDone={setCodes} beside={<Button color="inherit" onClick={() => void leave()}>{say('ra.auth.logout')}</Button>} />
        </>
      )}
    </PublicFrame>
  )
}
