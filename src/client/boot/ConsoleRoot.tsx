import { ResourceDefinitionContextProvider, useLocaleState, useResourceDefinitionContext } from 'react-admin'
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { fromWire } from '../../model/rights/actor'
import type { Model } from '../../model/model'
import { sessionKey } from '../session/session-queries'
import type { ClientFeature } from '../feature'
import { SavedLinesProvider } from '../form/saved-lines'
import { brandOf } from '../layout/brand-name'
import { visibleMenu } from '../console/navigation'
import { Shell } from '../layout/Shell'
import { coloursOf } from '../theme/colours'
import { LookupProvider } from '../../ui/lookup'
import { UploadsProvider } from '../../ui/inputs/upload'
import { DisplayStyleProvider, useSay, DEFAULT_STYLE, type DisplayStyle } from '../../ui/show/style'
import { ConsoleProvider, useConsole } from '../console/console'
import type { Engine } from '../console/engine'
import { FirstLoading } from '../console/FirstLoading'
import { ConsoleRoutes } from './ConsoleRoutes'
import type { SettlingQuestion } from '../console/settling'
import { ShellProvider, useShell } from '../console/shell-context'
import type { SessionUser } from '../../model/shell-answers'
import { zoneOf } from '../console/zone-of'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Json, JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import type { Resource } from '../../model/resource'

const IdleWatch = lazy(() => import('../lock/IdleWatch'))
const SettleDialog = lazy(() => import('../console/SettleDialog'))

/** Registers the Model's resources in react-admin, again whenever it changes. */
function RegisterResources() {
  const { model } = useConsole()
  const { register } = useResourceDefinitionContext()
  useEffect(() => {
    for (const resource of Object.values(model.resources)) register(definitionOf(model, resource))
  }, [model, register])
  return null
}

function definitionOf(model: Model, { name, title, entity, menu }: Resource) {
  const shape = model.entities[entity]
  return {
    name,
    hasList: true,
    hasCreate: true,
    hasEdit: true,
    hasShow: true,
    options: { label: title, icon: menu.icon },
    recordRepresentation: (record: JsonObject) => (shape ? represent(shape, record) : String(record['id'])),
  }
}

/** How numbers, money and dates are written, from `config` of verify and the language in use. */
function displayStyleOf(config: JsonObject, language: string): DisplayStyle {
  const text = (name: string, otherwise: string): string => {
    const value = config[name]
    return typeof value === 'string' ? value : otherwise
  }
  const decimals = config['decimals_visible']
  return {
    language,
    zone: zoneOf(config),
    coin: text('coin', DEFAULT_STYLE.coin),
    coin_space: isSet(config['coin_space'], DEFAULT_STYLE.coin_space),
    decimals_visible: typeof decimals === 'number' ? decimals : DEFAULT_STYLE.decimals_visible,
    thousands_separator: text('thousands_separator', DEFAULT_STYLE.thousands_separator),
    decimals_separator: text('decimals_separator', DEFAULT_STYLE.decimals_separator),
    distance_unit: text('distance_unit_measure', DEFAULT_STYLE.distance_unit),
  }
}

const isSet = (value: Json | undefined, otherwise: boolean): boolean =>
  value === undefined || value === null ? otherwise : value === 1 || value === true || value === '1'

/** For root, in development: the errors of the metadata files, while the last valid Model stays in use. */
function InvalidMetadata() {
  const say = useSay()
  const { metadata_errors = [] } = useShell().verified
  if (metadata_errors.length === 0) return null
  return (
    <Alert severity="error" sx={{ m: 1 }}>
      {say('shell.metadata_errors')}
      <Box component="pre" sx={{ m: 0, mt: 0.5, whiteSpace: 'pre-wrap', fontSize: '0.8125rem' }}>
        {metadata_errors.join('\n')}
      </Box>
    </Alert>
  )
}

/** The console of a verified user: everything screens may ask for, and the frame around them. */
export function ConsoleRoot({
  engine,
  features,
  verified,
  model,
}: {
  engine: Engine
  features: readonly ClientFeature[]
  verified: SessionUser
  model: Model
}) {
  const { user } = verified
  const [locale] = useLocaleState()
  useLookOf(engine, verified)
  useAppearanceOf(engine, verified)
  const isSpoken = useUserLanguage(engine, user.actor.language)
  useWordsInForce(engine, verified)
  const token = engine.session.token() ?? ''
  const shell = useMemo(
    () => ({
      verified,
      menu: visibleMenu(user.menu, user.role),
      calls: engine.calls,
      session: engine.session,
      traffic: engine.traffic,
      renew: () => engine.queries.invalidateQueries({ queryKey: sessionKey(token) }),
      patchData: (patch: object) =>
        engine.queries.setQueryData<SessionUser>(
          sessionKey(token),
          (held) => held && { ...held, user: { ...held.user, data: { ...held.user.data, ...patch } } },
        ),
    }),
    [engine, verified, user, token],
  )
  const known = useMemo(
    () => ({
      model,
      actor: fromWire(user.actor, model.application.scopes),
      config: user.config,
      person: user.data,
      features,
    }),
    [model, user, features],
  )
  const style = useMemo(() => displayStyleOf(user.config, locale), [user.config, locale])
  if (!isSpoken) return <FirstLoading />
  return (
    <ConsoleProvider value={known}>
      <ShellProvider value={shell}>
        <LookupProvider value={engine.lookup}>
          <UploadsProvider value={engine.uploads}>
            <DisplayStyleProvider value={style}>
              <ResourceDefinitionContextProvider>
                <RegisterResources />
                <SavedLinesProvider>
                  <Shell>
                    <InvalidMetadata />
                    <ConsoleRoutes />
                  </Shell>
                  <Settling question={engine.settling} />
                  {user.idle_minutes !== undefined && (
                    <Suspense fallback={null}>
                      <IdleWatch engine={engine} minutes={user.idle_minutes} />
                    </Suspense>
                  )}
                </SavedLinesProvider>
              </ResourceDefinitionContextProvider>
            </DisplayStyleProvider>
          </UploadsProvider>
        </LookupProvider>
      </ShellProvider>
    </ConsoleProvider>
  )
}

/** The question what becomes of what goes on after an access has ended, over whatever ends it. */
function Settling({ question }: { question: SettlingQuestion }) {
  const open = useSyncExternalStore(question.subscribe, question.asked)
  return (
    open && (
      <Suspense fallback={null}>
        <SettleDialog key={open.items[0]?.key} open={open} onAnswer={question.answer} />
      </Suspense>
    )
  )
}

/** Keeps the company's name and colours for the next start, which shows them before anybody has logged in. */
function useLookOf(engine: Engine, { user: { config } }: SessionUser): void {
  useEffect(() => {
    engine.store.setItem('brand', brandOf(config))
    engine.store.setItem('colours', coloursOf(config))
    const { pic_favicon } = config
    if (typeof pic_favicon === 'string' && pic_favicon)
      document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', pic_favicon)
  }, [engine, config])
}

/**
 * What a profile says of how the console looks holds in each browser of that person; a guest has it in this one alone.
 */
function useAppearanceOf(engine: Engine, { user: { role, data } }: SessionUser): void {
  const isKept = role.length > 0
  const settings = JSON.stringify(data['settings'] ?? null)
  useEffect(() => {
    if (isKept) engine.store.setItem('appearance', JSON.parse(settings))
  }, [engine, isKept, settings])
}

/** Words that somebody has changed are read here as soon as `verify` tells of them. */
function useWordsInForce(engine: Engine, { words }: SessionUser): void {
  const [, draw] = useState(0)
  useEffect(() => {
    // The page as it stands is drawn anew, with what is typed in it. Should the words not come, the next answer tells
    // of them again.
    void engine.words?.follow(words).then(
      (changed) => changed && draw((times) => times + 1),
      () => {},
    )
  }, [engine, words])
}

/**
 * Switches to the profile's language whenever the profile brings a new one; a language chosen here or in another tab
 * stays.
 * @returns false while the words of the first one are on the way: no page is drawn in another language, or from the
 * other side, before
 */
function useUserLanguage(engine: Engine, language: string): boolean {
  const [, setLocale] = useLocaleState()
  const [isSpoken, setSpoken] = useState(
    () => !engine.isNewLanguage(language) || engine.words?.provider.getLocale() === language,
  )
  useEffect(() => {
    if (!engine.isNewLanguage(language)) return
    engine.noteLanguage(language)
    if (isSpoken) {
      setLocale(language)
      return
    }
    // Where its words do not come, the page speaks as before.
    void engine.words?.provider
      .changeLocale(language)
      .then(
        () => setLocale(language),
        () => {},
      )
      .then(() => setSpoken(true))
  }, [engine, language, isSpoken, setLocale])
  return isSpoken
}
