import { useLocaleState, useTranslate } from 'react-admin'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Route, Routes } from 'react-router-dom'
import { SessionGate } from './SessionGate'
import type { ClientFeature } from '../feature'
import { useBrand } from '../layout/brand-name'
import { ErrorDialog } from '../layout/ErrorDialog'
import { MessageBar } from '../layout/MessageBar'
import { WriteOverlay } from '../layout/WriteOverlay'
import { KeysProvider } from '../../ui/keys'
import { PageTitleProvider } from '../../ui/show/page-title'
import { SayProvider } from '../../ui/show/style'
import { ConsoleRoot } from './ConsoleRoot'
import type { Engine } from '../console/engine'
import { FirstLoading } from '../console/FirstLoading'

/** Event that the development server sends when saved metadata or words are in force. */
const SAVED = 'metadata:saved'

/** In development: applies a saved schema, resource or word to the open page without a reload. */
function useLiveMetadata(engine: Engine): void {
  useEffect(() => {
    // Vite looks for this exact expression.
    const hot = import.meta.hot
    if (!hot) return undefined
    const renew = (): void => {
      void engine.words?.renew().then(() => engine.queries.invalidateQueries({ queryKey: ['session'] }))
    }
    hot.on(SAVED, renew)
    return () => hot.off(SAVED, renew)
  }, [engine])
}

const ConfirmDialog = lazy(() => import('../auth/ConfirmDialog'))
const LockScreen = lazy(() => import('../lock/LockScreen'))
const LoginPage = lazy(() => import('../auth/LoginPage'))
const RecoverPage = lazy(() => import('../auth/RecoverPage'))
const ChangePasswordPage = lazy(() => import('../auth/ChangePasswordPage'))

/** The login for those without a session, the console for those with one; messages and dialogs over both. */
export function App({ engine, features }: { engine: Engine; features: readonly ClientFeature[] }) {
  const translate = useTranslate()
  const { name } = useBrand()
  useSpokenLanguage()
  useLiveMetadata(engine)
  useEffect(() => {
    let held = engine.session.token()
    return engine.session.subscribe(() => {
      const token = engine.session.token()
      if (token === held) return
      held = token
      // One account must not see what another has read.
      engine.stand({ verified: null, model: null })
      engine.queries.clear()
      engine.store.reset()
    })
  }, [engine])
  return (
    <SayProvider value={translate}>
      <KeysProvider>
        <PageTitleProvider brand={name}>
          <ErrorDialog>
            <Routes>
              <Route
                path="/login/:action?"
                element={
                  <Suspense fallback={<FirstLoading />}>
                    <LoginPage engine={engine} features={features} />
                  </Suspense>
                }
              />
              <Route
                path="/password/recover"
                element={
                  <Suspense fallback={<FirstLoading />}>
                    <RecoverPage engine={engine} />
                  </Suspense>
                }
              />
              <Route
                path="/password/change/:token"
                element={
                  <Suspense fallback={<FirstLoading />}>
                    <ChangePasswordPage engine={engine} />
                  </Suspense>
                }
              />
              <Route
                path="*"
                element={
                  <SessionGate engine={engine}>
                    {(verified, model) => (
                      <ConsoleRoot engine={engine} features={features} verified={verified} model={model} />
                    )}
                  </SessionGate>
                }
              />
            </Routes>
          </ErrorDialog>
          <Confirming engine={engine} />
          <Locking engine={engine} />
          <MessageBar />
          <WriteOverlay traffic={engine.traffic} />
        </PageTitleProvider>
      </KeysProvider>
    </SayProvider>
  )
}

/** The question for the user's password, over whatever asks for it. */
function Confirming({ engine: { calls, confirmation } }: { engine: Engine }) {
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked)
  return isAsked ? (
    <Suspense fallback={null}>
      <ConfirmDialog calls={calls} onAnswer={confirmation.answer} />
    </Suspense>
  ) : null
}

/** Over everything, once nobody has used the console for long. */
function Locking({ engine }: { engine: Engine }) {
  const isLocked = useSyncExternalStore(engine.lock.subscribe, engine.lock.isLocked)
  return isLocked ? (
    <Suspense fallback={null}>
      <LockScreen engine={engine} />
    </Suspense>
  ) : null
}

/** Tells screen readers and the browser's hyphenation which language the page speaks. */
function useSpokenLanguage(): void {
  const [locale] = useLocaleState()
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
}
