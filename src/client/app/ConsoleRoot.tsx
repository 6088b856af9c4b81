import { ResourceDefinitionContextProvider, useLocaleState } from 'react-admin'
import { useEffect, useMemo } from 'react'
import type { Model } from '../../model/model'
import { sessionKey } from '../auth/SessionGate'
import type { ClientFeature } from '../feature'
import { brandOf } from '../layout/brand-name'
import { visibleMenu } from '../layout/navigation'
import { Shell } from '../layout/Shell'
import { coloursOf } from '../theme/colours'
import { LookupProvider } from '../../ui/lookup'
import { UploadsProvider } from '../../ui/upload'
import { DisplayStyleProvider } from '../../ui/style'
import { ConsoleProvider } from './console'
import { displayStyleOf } from './display-style'
import type { Engine } from './engine'
import { MetadataFaults } from './MetadataFaults'
import { RegisterResources } from './RegisterResources'
import { ConsoleRoutes } from './ConsoleRoutes'
import { ShellProvider } from './shell-context'
import type { Verified } from './verified'

/** The console of a verified user: everything screens may ask for, and the frame around them. */
export function ConsoleRoot({ engine, features, verified, model }: { engine: Engine; features: readonly ClientFeature[]; verified: Verified; model: Model }) {
  const { user } = verified
  const [locale] = useLocaleState()
  useLookOf(engine, verified)
  useUserLanguage(engine, user.actor.language)
  const token = engine.session.token() ?? ''
  const shell = useMemo(() => ({
    verified,
    menu: visibleMenu(user.menu, user.role),
    calls: engine.calls,
    session: engine.session,
    traffic: engine.traffic,
    renew: () => engine.queries.invalidateQueries({ queryKey: sessionKey(token) }),
    patchData: (patch: object) => engine.queries.setQueryData<Verified>(sessionKey(token), (held) =>
      held && { ...held, user: { ...held.user, data: { ...held.user.data, ...patch } } }),
  }), [engine, verified, user, token])
  const known = useMemo(
    () => ({ model, actor: user.actor, config: user.config, person: user.data, features }),
    [model, user, features],
  )
  const style = useMemo(() => displayStyleOf(user.config, locale), [user.config, locale])
  return (
    <ConsoleProvider value={known}>
      <ShellProvider value={shell}>
        <LookupProvider value={engine.lookup}>
          <UploadsProvider value={engine.uploads}>
            <DisplayStyleProvider value={style}>
              <ResourceDefinitionContextProvider>
                <RegisterResources />
                <Shell>
                  <MetadataFaults />
                  <ConsoleRoutes />
                </Shell>
              </ResourceDefinitionContextProvider>
            </DisplayStyleProvider>
          </UploadsProvider>
        </LookupProvider>
      </ShellProvider>
    </ConsoleProvider>
  )
}

/** Keeps the company's name and colours for the next start, which shows them before anybody has logged in. */
function useLookOf(engine: Engine, { user: { config } }: Verified): void {
  useEffect(() => {
    engine.store.setItem('brand', brandOf(config))
    engine.store.setItem('colours', coloursOf(config))
    const { pic_favicon } = config
    if (typeof pic_favicon === 'string' && pic_favicon) document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', pic_favicon)
  }, [engine, config])
}

/** Speaks the language of the user's profile whenever the profile brings another one; a choice of the moment, here or in another tab, stands. */
function useUserLanguage(engine: Engine, language: string): void {
  const [, setLocale] = useLocaleState()
  useEffect(() => {
    if (engine.isNewLanguage(language)) setLocale(language)
  }, [engine, language, setLocale])
}
