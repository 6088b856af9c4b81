import { CoreAdminContext, type I18nProvider } from 'react-admin'
import { useEffect, useMemo, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import type { ClientFeature } from '../feature'
import { appearanceOf, directionFor } from '../theme/appearance'
import { loadMirrored } from '../theme/mirrored'
import { ThemeRoot } from '../theme/ThemeRoot'
import { createI18n, startLanguage, type InterfaceTexts } from '../words/i18n'
import { App } from './App'
import type { Engine } from '../console/engine'
import { FirstFailure } from './FirstFailure'
import { FirstLoading } from '../console/FirstLoading'

type Phase =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly i18n: I18nProvider }

/** Fetches the words, which even the login needs, then shows the console inside react-admin's contexts. */
export function Start({ engine, features }: { engine: Engine; features: readonly ClientFeature[] }) {
  const [phase, setPhase] = useState<Phase>({ state: 'loading' })
  useEffect(() => load(engine, setPhase), [engine])
  const i18n = phase.state === 'ready' ? phase.i18n : null
  // Only a data router lets a form with changes ask before it is left.
  const router = useMemo(
    () =>
      i18n && createBrowserRouter([{ path: '*', element: <Root engine={engine} i18n={i18n} features={features} /> }]),
    [engine, i18n, features],
  )
  if (router) return <RouterProvider router={router} />
  if (phase.state === 'loading') return <FirstLoading />
  const token = engine.session.token()
  // What is in the browser goes; the server ends the session when it is heard of no more.
  const onLeave =
    token === null
      ? null
      : () => {
          engine.session.end(token, 'left')
          load(engine, setPhase)
        }
  return <FirstFailure onRetry={() => load(engine, setPhase)} onLeave={onLeave} />
}

/** @returns a function after which the result is ignored */
function load(engine: Engine, setPhase: (phase: Phase) => void): () => void {
  let wanted = true
  setPhase({ state: 'loading' })
  loadFirstWords(engine).then(
    (words) => {
      if (!wanted) return
      engine.words = words
      setPhase({ state: 'ready', i18n: words.provider })
    },
    () => wanted && setPhase({ state: 'failed' }),
  )
  return () => void (wanted = false)
}

async function loadFirstWords({ calls, store }: Engine): Promise<InterfaceTexts> {
  const appearance = appearanceOf(store.getItem('appearance'))
  // What is read from the right is not drawn before its styles are here.
  const load = async (language: string) => {
    const [words] = await Promise.all([
      calls.words(language),
      directionFor(appearance, language) === 'rtl' && loadMirrored(),
    ])
    return words
  }
  const language = startLanguage()
  return createI18n(language, await load(language), load)
}

function Root({ engine, i18n, features }: { engine: Engine; i18n: I18nProvider; features: readonly ClientFeature[] }) {
  return (
    <CoreAdminContext
      authProvider={engine.authProvider}
      dataProvider={engine.dataProvider}
      i18nProvider={i18n}
      store={engine.store}
      queryClient={engine.queries}
    >
      <ThemeRoot>
        <App engine={engine} features={features} />
      </ThemeRoot>
    </CoreAdminContext>
  )
}
