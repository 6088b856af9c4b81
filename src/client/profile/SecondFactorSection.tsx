import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useNotify } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { FailedAlert } from '../console/FailedAlert'
import { renewCodesCall, secondFactorCall, turnOffFactorCall } from '../../model/second-factor-calls'
import { useProvider } from '../console/provider'
import { useCall } from '../console/use-call'
import { useConfirm } from '../../ui/Confirm'
import { useFailure } from '../../ui/failure'
import { dateTimeText } from '../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { PasskeySection } from './PasskeySection'
import { Section } from './Section'

const FactorDialog = lazy(() => import('../second-factor/FactorDialog'))

/** Whether the user's log-in asks for a code beside the password, with what turns it on and off. */
export function SecondFactorSection() {
  const say = useSay()
  const fail = useFailure()
  const notify = useNotify()
  const provider = useProvider()
  const { zone } = useDisplayStyle()
  const [ask, question] = useConfirm()
  const [open, setOpen] = useState<{ readonly codes: readonly string[] | null } | null>(null)
  const { answer, failure, retry } = useCall(secondFactorCall, {}, { quiet: true })
  const turnOff = async (): Promise<void> => {
    if (
      !(await ask({
        title: say('second_factor.turn_off_ask'),
        text: say('second_factor.turn_off_text'),
        accept: say('second_factor.turn_off'),
        danger: true,
      }))
    )
      return
    try {
      notify((await provider.call(turnOffFactorCall, {})).msg, { type: 'success' })
      retry()
    } catch (cause) {
      fail(cause)
    }
  }
  const renew = async (): Promise<void> => {
    if (
      !(await ask({
        title: say('second_factor.renew_ask'),
        text: say('second_factor.renew_text'),
        accept: say('second_factor.renew'),
      }))
    )
      return
    try {
      setOpen({ codes: (await provider.call(renewCodesCall, {})).codes })
      retry()
    } catch (cause) {
      fail(cause)
    }
  }
  const since = answer?.since ?? null
  const hasAny = since !== null || (answer?.passkeys.length ?? 0) > 0
  const isLast = answer?.required === true && answer.passkeys.length === 0
  return (
    <>
      <Section title={say('second_factor.title')} text={say('second_factor.text')}>
        {failure !== null && <FailedAlert failure={failure} onRetry={retry} />}
        {!answer && failure === null && <Skeleton variant="rounded" height={56} />}
        {answer && (
          <Typography variant="body2">
            {since === null ? say('second_factor.off') : say('second_factor.on', { date: dateTimeText(since, zone) })}
            {hasAny && ` ${say('second_factor.codes_left', { smart_count: answer.codes_left })}`}
          </Typography>
        )}
        {answer && (
          <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
            {since === null && (
              <Button variant="contained" onClick={() => setOpen({ codes: null })}>
                {say('second_factor.turn_on')}
              </Button>
            )}
            {hasAny && (
              <Button variant="outlined" color="inherit" onClick={() => void renew()}>
                {say('second_factor.renew')}
              </Button>
            )}
            {since !== null && !isLast && (
              <Button variant="outlined" color="error" onClick={() => void turnOff()}>
                {say('second_factor.turn_off')}
              </Button>
            )}
          </div>
        )}
        {open && (
          <Suspense fallback={null}>
            <FactorDialog
              key={open.codes ? 'codes' : 'enrol'}
              renewed={open.codes}
              onClose={() => setOpen(null)}
              onOn={retry}
            />
          </Suspense>
        )}
        {question}
      </Section>
      {answer && <PasskeySection passkeys={answer.passkeys} at={answer.passkeys_at} onChange={retry} />}
    </>
  )
}
