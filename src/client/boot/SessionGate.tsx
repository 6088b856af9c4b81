import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Model } from '../../model/model'
import type { Engine } from '../console/engine'
import { FirstLoading } from '../console/FirstLoading'
import type { SessionUser } from '../../model/shell-answers'
import { rememberPath } from '../session/return-path'
import { modelQuery, sessionQuery } from '../session/session-queries'
import { useToken } from '../auth/use-token'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { failureText, failurePage, statusOf } from '../provider/failure'
import { Notice } from '../../ui/show/Notice'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'

const EnrolPage = lazy(() => import('../second-factor/EnrolPage'))

/** Full screen, when the session cannot be verified or the Model cannot be read (spec §8). */
function SessionFailure({
  engine,
  token,
  error,
  onRetry,
}: {
  engine: Engine
  token: string
  error: Error
  onRetry: () => void
}) {
  const say = useSay()
  const offline = statusOf(error) === 0
  const elsewhere = failurePage(error)
  usePageTitle(say('errors.title'))
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'flex' }}>
      <Notice
        page
        icon={offline ? 'offline' : 'error'}
        title={say('errors.session')}
        text={failureText(error, say)}
        caption={offline ? say('errors.network_caption') : undefined}
        action={
          <>
            <Button variant="contained" autoFocus onClick={onRetry}>
              {say('actions.retry')}
            </Button>
            {elsewhere && (
              <Button variant="outlined" href={elsewhere.url}>
                {elsewhere.name ?? say('actions.open_page')}
              </Button>
            )}
            <Button variant="outlined" onClick={() => window.location.reload()}>
              {say('actions.reload')}
            </Button>
            <Button onClick={() => engine.session.end(token, 'left')}>{say('ra.auth.logout')}</Button>
          </>
        }
      />
    </Box>
  )
}

/**
 * Lets users with a living session through, with the answer of `verify` and the Model; all others log in first and
 * return.
 */
export function SessionGate({
  engine,
  children,
}: {
  engine: Engine
  children: (verified: SessionUser, model: Model) => ReactNode
}) {
  const token = useToken(engine.session)
  return token ? (
    <Verifying key={token} engine={engine} token={token}>
      {children}
    </Verifying>
  ) : (
    <ToLogin left={engine.session.ended() === 'left'} id={engine.session.endedOf()} />
  )
}

/** @param id whose session it was */
function ToLogin({ left, id }: { left: boolean; id: number | null }) {
  const { pathname, search, state } = useLocation()
  useEffect(() => {
    // After a log-out the next session starts at home; after an expired session users return to where they were.
    if (!left) rememberPath(pathname + search, state, id)
  }, [left, pathname, search, state, id])
  return <Navigate to="/login" replace />
}

function Verifying({
  engine,
  token,
  children,
}: {
  engine: Engine
  token: string
  children: (verified: SessionUser, model: Model) => ReactNode
}) {
  const verify = useQuery(sessionQuery(engine, token))
  const hash = verify.data?.model
  const model = useQuery({
    ...modelQuery(engine, token, hash),
    enabled: hash !== undefined,
    // A changed Model replaces the old one under the open page.
    placeholderData: keepPreviousData,
  })
  // Before any effect of a screen asks what its user may do.
  useLayoutEffect(() => {
    if (verify.data && model.data) engine.stand({ verified: verify.data, model: model.data })
  }, [engine, verify.data, model.data])
  if (verify.data?.user.must_enrol)
    return (
      <Suspense fallback={<FirstLoading />}>
        <EnrolPage engine={engine} token={token} />
      </Suspense>
    )
  if (verify.data && model.data) return children(verify.data, model.data)
  const error = verify.error ?? model.error
  if (!error) return <FirstLoading />
  return (
    <SessionFailure
      engine={engine}
      token={token}
      error={error}
      onRetry={() => void (verify.error ? verify : model).refetch()}
    />
  )
}
