import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { LinkBase } from 'react-admin'
import Alert from '@mui/material/Alert'
import type { Engine } from '../app/engine'
import { PageLoading } from '../layout/PageLoading'
import { errorsIn, sentenceOf } from '../provider/failure'
import { AppLink } from '../../ui/AppLink'
import { Notice } from '../../ui/Notice'
import { useSay } from '../../ui/style'
import { ChangePasswordForm } from './ChangePasswordForm'
import { PublicFrame } from './PublicFrame'

/** `/password/change/{token}`: a new password by the link of a mail. */
export default function ChangePasswordPage({ engine }: { engine: Engine }) {
  const say = useSay()
  const token = useParams()['token'] ?? ''
  const link = useQuery({
    queryKey: ['recover', token],
    queryFn: async () => {
      await engine.calls.checkRecovery(token)
      return true
    },
    retry: false, refetchOnWindowFocus: false,
  })
  const [failure, setFailure] = useState<unknown>(null)
  const [done, setDone] = useState('')
  const dead = link.error ?? (errorsIn(failure)['token_recover'] ? failure : null)
  return (
    <PublicFrame title={say('recover.change_title')}>
      {done
        ? (
          <>
            <Alert severity="success">{done}</Alert>
            <Button variant="contained" size="large" component={LinkBase} to="/login">{say('ra.auth.sign_in')}</Button>
          </>
        )
        : dead
          ? (
            <Notice
              icon="error" title={sentenceOf(dead) ?? say('recover.failed')}
              action={<Button variant="contained" component={LinkBase} to="/password/recover">{say('recover.again')}</Button>}
            />
          )
          : link.isPending
            ? <PageLoading />
            : (
              <ChangePasswordForm
                failure={failure}
                save={async (password1, password2) => {
                  setFailure(null)
                  // Whoever was logged in here is out now, as everywhere.
                  await engine.calls.saveRecovery(token, password1, password2).then(setDone, setFailure)
                }}
              />
            )}
      {!done && <AppLink to="/login">{say('recover.back')}</AppLink>}
    </PublicFrame>
  )
}
