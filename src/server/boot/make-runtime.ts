import { fieldSql } from '../../fields/sql'
import { callOfAsker } from '../http/calls/call-of-asker'
import { CALL_NAMES } from '../http/records/record-calls'
import { writesWithin } from '../http/calls/call-records'
import { guardAddresses } from '../platform/network/allowed-addresses'
import { guardPasswords } from '../work/accounts/guard-passwords'
import { protectGrants } from '../work/accounts/protect-grants'
import { endAccess } from '../work/accounts/access-ends'
import { protectRoots } from '../work/accounts/protect-roots'
import { guardKeys } from '../work/accounts/guard-keys'
import { presentKeys } from '../work/accounts/present-keys'
import { knownPairs } from '../work/accounts/known-pairs'
import { presentSessions } from '../work/accounts/present-sessions'
import { nameModules } from '../language/modules/name-modules'
import { presentModules } from '../language/modules/present-modules'
import { keyStore, type KeyStore } from '../work/accounts/key-store'
import { sessionStore, type SessionStore } from '../language/actor/session-store'
import type { Database } from '../platform/database/database'
import { booksOf, channelsOf, screensOf, type ServerFeature } from '../language/feature/feature'
import { enterBooks } from '../records/books/enter-record'
import { tellEvents } from '../work/events/tell-events'
import { leadPeople, leadPeopleBack } from '../work/people/merge-people'
import { tellFollowers } from '../work/people/tell-followers'
import { guardAlerts } from '../work/events/guard-alerts'
import { EFFECT_TABLES, effectsStore } from '../work/events/live-effects'
import type { Hooks } from '../language/feature/hooks'
import { fieldTypes } from '../language/field-types'
import { filesOf } from '../platform/files/files'
import type { FileStorage } from '../platform/files/storage'
import type { Metadata } from '../language/metadata/metadata'
import { moduleList } from '../language/modules/module-list'
import { isWatched } from '../work/notices'
import type { Runtime } from '../language/runtime'
import { guardForms } from '../work/forms/guard-forms'
import { readAddingForms } from '../records/forms/read-forms'
import { useKeyring, type Keyring } from '../platform/secrets/keyring'
import { settingsStore, type SettingsStore } from '../language/settings/settings-store'
import { liveWords, WORD_TABLES } from '../language/words/live-words'
import type { ReadWords } from '../language/words/read-words'
import type { Participant } from '../records/write/participants'

const NO_HOOKS: readonly Hooks[] = []

/** The books come first; followers hear of a write before its effects do; a merge leads what people have said. */
const PARTICIPANTS: readonly Participant[] = [
  { written: enterBooks },
  { written: tellFollowers, merged: leadPeople, unmerged: leadPeopleBack },
  { written: tellEvents },
]

/** Hooks by entity: the engine's own first, then the features' in their order. */
function hooksOf(own: readonly Hooks[], features: readonly ServerFeature[]): (entity: string) => readonly Hooks[] {
  const byEntity = new Map<string, Hooks[]>()
  for (const hooks of [...own, ...features.flatMap((feature) => feature.hooks ?? [])]) {
    byEntity.set(hooks.entity, [...(byEntity.get(hooks.entity) ?? []), hooks])
  }
  return (entity) => byEntity.get(entity) ?? NO_HOOKS
}

interface RuntimeParts {
  readonly runtime: Runtime
  readonly sessions: SessionStore
  readonly keys: KeyStore
  readonly settings: SettingsStore
  /** Reads the fields that published forms add to records and applies them. */
  readonly overlay: () => Promise<void>
}

/** Assembles what every part of the server shares, with or without an app around it. */
export function makeRuntime({
  database,
  keyring,
  metadata,
  words: files,
  features,
  storage,
  now = () => new Date(),
}: {
  readonly database: Database
  /** The keys of the secrets in the database. */
  readonly keyring: Keyring
  readonly metadata: Metadata
  /** Those of the files; what was written in the console lies over them. */
  readonly words: ReadWords
  readonly features: readonly ServerFeature[]
  /** Absent: files can be neither uploaded nor served. */
  readonly storage?: FileStorage
  readonly now?: () => Date
}): RuntimeParts {
  useKeyring(database.db, keyring)
  const settings = settingsStore({ db: database.db, features, model: metadata.model, fieldSql })
  const overlay = async (): Promise<void> => metadata.overlay(await readAddingForms(database.db))
  const screens = screensOf(features)
  const words = liveWords(files, database)
  const effects = effectsStore(metadata.model, channelsOf(features))
  const runtime: Runtime = {
    database,
    words,
    fieldTypes,
    fieldSql,
    now,
    effects,
    files: filesOf(storage, now),
    model: metadata.model,
    modules: () => moduleList(metadata.model(), screens),
    hooks: hooksOf(
      [
        ...guardKeys,
        ...guardPasswords(words),
        ...guardAddresses,
        ...protectRoots,
        endAccess,
        ...protectGrants(metadata.base()),
        ...guardForms(metadata, overlay),
        presentKeys(words),
        presentSessions(words),
        presentModules,
        nameModules,
        knownPairs,
        guardAlerts(channelsOf(features), words),
      ],
      features,
    ),
    participants: PARTICIPANTS,
    callOf: callOfAsker,
    callNames: CALL_NAMES,
    writesWithin,
    settings: settings.all,
    changed: (entity) => {
      // The empty name: the listening connection was lost, and anything may have changed meanwhile.
      const isSetting = entity === 'settings' || metadata.model().entities[entity]?.settings === true
      if (entity === '' || entity === 'forms') {
        overlay().catch((error: unknown) =>
          process.emitWarning(new Error('the fields that forms add could not be read', { cause: error })),
        )
      }
      if (entity === '' || isSetting) settings.forget()
      if (entity === '' || EFFECT_TABLES.includes(entity)) effects.forget()
      if (entity === '' || WORD_TABLES.includes(entity)) {
        words
          .refresh()
          .catch((error: unknown) =>
            process.emitWarning(new Error('the words of the console could not be read', { cause: error })),
          )
      }
      if (entity === '' || (isWatched(metadata.model(), entity) && !isSetting)) {
        sessions.forget()
        keys.forget()
      }
      for (const { keeps } of features)
        if (keeps && (entity === '' || keeps.tables.includes(entity))) keeps.forget(database.db)
    },
  }
  database.db.context.runtime = runtime
  database.db.context.books = { model: metadata.model, keeper: booksOf(features) }
  const sessions = sessionStore(runtime)
  const keys = keyStore(runtime)
  return { runtime, sessions, keys, settings, overlay }
}
