import type { FastifyRequest } from 'fastify'
import { scopeId, actorOnWire } from '../../../model/rights/actor'
import { roleFlags } from '../../../model/rights/role-flags'
import { chosenScope, mainKind, mainOwner, type Application } from '../../../model/application'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { SessionUser } from '../../../model/shell-answers'
import { personPic } from '../../platform/files/person-pic'
import { modelView } from '../metadata/model-view'
import type { Metadata } from '../metadata/metadata'
import { isForActor, menuOf, menuRows, readModuleRows } from '../modules/menu'
import type { Runtime } from '../runtime'
import type { SettingsStore } from '../settings/settings-store'
import { mustEnrol } from './enrol-first'
import { belongsTo, personNames, workPlaces } from './person-references'
import type { Session } from './session'

/** Gathers what a console needs to know of its user for the session of a request. */
async function sessionUser(
  runtime: Runtime,
  settings: SettingsStore,
  metadata: Metadata,
  session: Session,
  language: string,
): Promise<SessionUser> {
  const { actor, role } = session
  const { db } = runtime.database
  const { application } = runtime.model()
  const [rows, visible, names, places, pic] = await Promise.all([
    readModuleRows(db),
    settings.visible(actor.facts),
    personNames(runtime, { ...session.person, ...placeOf(application, session) }),
    workPlaces(runtime, session),
    personPic(runtime, session.person.pic, session.id),
  ])
  const modules = runtime.modules()
  const menu = menuOf(
    menuRows(rows, actor.facts.type_user, mainKind(application)),
    modules,
    actor,
    runtime.words,
    language,
  )
  const home = modules.find(({ key }) => key === role?.home && actor.rights[key]?.see)
  return {
    user: {
      role: role === null ? [] : [actor.root ? 'admin' : actor.operator ? 'staff' : 'user'],
      data: {
        ...personData(application, session, language),
        pic,
        ...names,
        belongs: belongsTo(runtime.model(), names),
        home: home?.route ?? null,
      },
      ...Object.fromEntries(roleFlags(runtime.model()).map((flag) => [flag, actor.facts[flag] === true])),
      operator: actor.operator,
      root: actor.root,
      [chosenScope(application.scopes)?.scope.choose?.offers ?? 'places']: places,
      languages: languagesOf(runtime, language),
      config: configOf(visible),
      menu,
      actor: actorOnWire(actor, application.scopes),
      closed_routes: modules.flatMap((module) =>
        module.route === null || isForActor(module, actor) ? [] : [module.route],
      ),
      ...(session.viewer ? { viewer: session.viewer } : {}),
      ...(mustEnrol(session) ? { must_enrol: true as const } : {}),
      ...(session.bounds.idle_minutes !== null ? { idle_minutes: session.bounds.idle_minutes } : {}),
    },
    model: modelView(runtime.model(), actor).hash,
    words: Object.fromEntries(runtime.words.languages.map((id) => [id, runtime.words.dictionary(id).hash])),
    ...(actor.root && metadata.errors().length > 0 ? { metadata_errors: metadata.errors() } : {}),
  }
}

/** The session's user of a request that has one. */
export function sessionUserOf(
  runtime: Runtime,
  settings: SettingsStore,
  metadata: Metadata,
): (request: FastifyRequest) => Promise<SessionUser> {
  return async ({ session, language }) => {
    if (!session) throw new Error('sessionUserOf needs a request with a session.')
    return sessionUser(runtime, settings, metadata, session, language)
  }
}

/** Where somebody works, under the name of its field. */
function placeOf({ scopes }: Application, { actor }: Session): JsonObject {
  const field = chosenScope(scopes)?.scope.field
  return field === undefined ? {} : { [field]: actor.facts[field] ?? null }
}

function personData(application: Application, session: Session, language: string): JsonObject {
  const { actor, person, profile, role } = session
  const owner = mainOwner(application.scopes)
  const owned = owner === undefined ? {} : { [application.scopes[owner]?.field ?? '']: scopeId(actor, owner) }
  return {
    id: actor.id,
    displayName: [person.name, person.surname].filter(Boolean).join(' '),
    name: person.name ?? null,
    surname: person.surname ?? null,
    email: person.email ?? null,
    phone: person.phone ?? null,
    type: person.type_user ?? null,
    language,
    ...owned,
    ...placeOf(application, session),
    ro_name: role?.name ?? null,
    menu_collapsed: role?.menu_collapsed ?? false,
    shortcuts: profile.shortcuts ?? [],
    settings: profile.settings ?? {},
  }
}

/** Those that are offered (what is hardly begun would show people Spanish), and the one that somebody speaks. */
function languagesOf({ words }: Runtime, own: string): SessionUser['user']['languages'] {
  const { shell } = words.dictionary(own).words
  const offered = isObject(shell) && isObject(shell.languages) ? Object.keys(shell.languages) : words.languages
  return words.languages
    .filter((id) => id === own || offered.includes(id))
    .map((id) => ({ id, name: words.say(id, 'language.name'), flag: words.say(id, 'language.flag') }))
}

const COLOURS = ['primary', 'accent', 'accent_dark', 'accent_inverse', 'menu', 'background'] as const

/** The settings as a console reads them, its colours together. */
export function configOf(visible: JsonObject): JsonObject {
  const colours: [string, Json][] = COLOURS.map((name) => [name, visible[`color_${name}`] ?? null])
  return { ...visible, colours: Object.fromEntries(colours) }
}
