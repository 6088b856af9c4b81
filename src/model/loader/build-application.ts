import {
  ALL_STAFF,
  mainKind,
  scopeNames,
  type Application,
  type FormTarget,
  type PersonKind,
  type ScopeDeclaration,
  type Scopes,
} from '../application'
import { USER_FACTS } from '../rights/actor'
import { flagsAmong } from '../rights/role-flags'
import type { Books } from '../posts/posts'
import type { FieldTypes } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { didYouMean } from '../values/did-you-mean'
import { fileOf, keyword, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'
import { nameError, nameInWords } from './names'
import type { ReadSource } from './read-files'
import type { Letterhead, LetterheadLine } from '../print/print'

/**
 * What `schemas/application.json` says, every default filled in.
 * @param json null: there is no such file, or none that can be used
 */
export function applicationOf(json: JsonObject | null): Application {
  if (!json) return ALL_STAFF
  const kinds = ((json.kinds ?? []) as readonly JsonObject[]).map(
    ({ value, title, staff, viewed }): PersonKind => ({
      value: String(value),
      title: String(title),
      staff: staff === true,
      viewed: viewed === true,
    }),
  )
  const scopes = Object.entries((json.scopes ?? {}) as { readonly [name: string]: JsonObject }).map(
    ([name, scope]) => [name, scopeOf(name, scope)] as const,
  )
  const forms = ((json.forms ?? ALL_STAFF.forms) as readonly JsonObject[]).map(
    ({ value, title, adds_to, entity }): FormTarget => ({
      value: String(value),
      title: String(title),
      ...(adds_to !== undefined && { adds_to: String(adds_to) }),
      ...(entity !== undefined && { entity: String(entity) }),
    }),
  )
  return {
    kinds,
    scopes: Object.fromEntries(scopes),
    forms,
    ...(typeof json.calling_code === 'string' && { calling_code: json.calling_code }),
    ...(isObject(json.books ?? null) && { books: { of: {}, ...(json.books as JsonObject) } as unknown as Books }),
    ...(json.letterhead !== undefined && { letterhead: letterheadOf(json.letterhead as JsonObject) }),
  }
}

/**
 * Forms add fields to every entity that takes some: to one for which no target is declared as a whole, under its own
 * name.
 */
export function withDynamicTargets(application: Application, sources: readonly ReadSource[]): Application {
  const resources = sources.filter(({ kind }) => kind === 'resources')
  const isWhole = (entity: string): boolean =>
    application.forms.some(({ adds_to, entity: all }) => {
      if (all === entity) return true
      const json = resources.find(({ name }) => name === adds_to)?.json
      return (
        adds_to !== undefined &&
        (json ? (json.entity ?? adds_to) === entity && json.where === undefined : adds_to === entity)
      )
    })
  const others = sources.filter(
    ({ kind, json, name }) => kind === 'schemas' && json?.['x-dynamic'] === true && !isWhole(name),
  )
  return {
    ...application,
    forms: [
      ...application.forms,
      ...others.map(
        ({ name, json }): FormTarget => ({
          value: name,
          title: String(json?.title ?? nameInWords(name)),
          entity: name,
        }),
      ),
    ],
  }
}

const letterheadOf = ({ name, logo, lines = [] }: JsonObject): Letterhead => ({
  name: String(name),
  ...(typeof logo === 'string' && { logo }),
  lines: (lines as readonly Json[]).map(
    (line): LetterheadLine =>
      isObject(line)
        ? { f: String(line.f), ...(typeof line.title === 'string' && { title: line.title }) }
        : { f: String(line) },
  ),
})

/** Reports what a letterhead names and no setting is: M093. @param known null: any name is accepted */
export function checkLetterhead({ letterhead }: Application, known: readonly string[] | null, place: ErrorPlace): void {
  if (!letterhead || known === null) return
  const at = place.in('letterhead')
  const check = (name: string | undefined, where: ErrorPlace): void => {
    if (name !== undefined && !known.includes(name))
      where.error('M093', `no setting "${name}".${didYouMean(name, known)}`)
  }
  check(letterhead.name, at.in('name'))
  check(letterhead.logo, at.in('logo'))
  letterhead.lines.forEach(({ f }, i) => check(f, at.in('lines', i)))
}

function scopeOf(name: string, json: JsonObject): ScopeDeclaration {
  const { description: _, fact = true, wire = `id_${name}`, list, choose, ...declared } = json
  const rows = list && {
    list: { user: 'id_user', ...(list as JsonObject) },
    choose: { call: 'setPlace', offers: 'places', ...(choose as JsonObject | undefined) },
  }
  return { ...declared, ...rows, wire, fact } as unknown as ScopeDeclaration
}

/**
 * The engine's schemas name what the application declares: `"$kinds"`, the values of `type_user`, `"$staff"`, the first
 * staff kind, and `"$forms"`, what forms are about.
 */
export function withDeclaredKinds(json: Json, application: Application): Json {
  if (json === '$kinds') return application.kinds.map(({ value, title }) => ({ value, title }))
  if (json === '$forms') return application.forms.map(({ value, title }) => ({ value, title }))
  if (json === '$staff') return mainKind(application)
  if (Array.isArray(json)) return json.map((one: Json) => withDeclaredKinds(one, application))
  return isObject(json)
    ? Object.fromEntries(Object.entries(json).map(([key, value]) => [key, withDeclaredKinds(value, application)]))
    : json
}

/**
 * Telephones are in the one form of the application's country (`calling_code`), where a schema does not say another, or
 * none (`"x-home": ""`).
 */
export function withHome(schema: JsonObject, { calling_code }: Pick<Application, 'calling_code'>): JsonObject {
  if (calling_code === undefined) return schema
  if (schema['x-type'] === 'phone') return { 'x-home': calling_code, ...schema }
  const { properties } = schema
  return isObject(properties)
    ? {
        ...schema,
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [
            name,
            isObject(field) ? withHome(field, { calling_code }) : field,
          ]),
        ),
      }
    : schema
}

type Drafts = ReadonlyMap<string, EntityDraft>
interface Room {
  readonly drafts: Drafts
  readonly broken: ReadonlySet<string>
  readonly fieldTypes: FieldTypes
}

/** Names of an actor's wire form that no scope can have. */
const ACTOR_KEYS: readonly string[] = [...USER_FACTS, 'rights', 'facts']

/** Reports errors in the declaration, once entities and fields are known: M046. */
export function checkApplication({ kinds, scopes, forms }: Application, place: ErrorPlace, room: Room): void {
  forms.forEach(({ value }, i) => {
    if (forms.findIndex((one) => one.value === value) < i)
      place
        .in('forms', i, 'value')
        .error('M096', `what forms are about has "${value}" already. Give this one another value.`)
  })
  kinds.forEach(({ value }, i) => {
    if (kinds.findIndex((kind) => kind.value === value) < i)
      place.in('kinds', i, 'value').error('M046', `a kind "${value}" is there already. Give this one another value.`)
  })
  if (!kinds.some(({ staff }) => staff))
    place.in('kinds').error('M046', 'nobody is staff, so nobody could administer this. Write "staff": true at a kind.')
  const wires = new Map<string, string>()
  let chosen: string | null = null
  for (const [name, scope] of Object.entries(scopes)) {
    const at = place.in('scopes', name)
    const wrong =
      nameError(name, 'resource') ??
      (name === 'shared' || name === 'user'
        ? `"${name}" is the engine's own word in x-scope. Choose another name.`
        : null)
    if (wrong) at.error('M046', wrong)
    const isOther = scope.wire !== scope.field && room.drafts.get('users')?.fields.has(scope.wire) === true
    const taken = ACTOR_KEYS.includes(scope.wire) ? 'the engine' : isOther ? 'a field of users' : wires.get(scope.wire)
    if (taken !== undefined)
      at.in('wire').error('M046', `the name "${scope.wire}" belongs to ${taken} already. Choose another one ("wire").`)
    wires.set(scope.wire, `the scope "${name}"`)
    checkField(scope.field, 'users', at.in('field'), room)
    checkRows(scope, at, room)
    checkFacts(scope, at, room)
    checkBinding(name, scope, { kinds, scopes, forms }, at)
    if (scope.list && chosen !== null)
      at.in('list').error(
        'M046',
        `people choose where they work in one scope, and "${chosen}" has a list already. Remove this one.`,
      )
    if (scope.list) chosen ??= name
  }
}

/** A field that holds an id: a reference of the entity. */
function checkField(name: string, entity: string, place: ErrorPlace, { drafts, broken, fieldTypes }: Room): void {
  const draft = drafts.get(entity)
  if (!draft || broken.has(entity)) return
  const field = draft.fields.get(name)?.field
  if (!field) place.error('M046', `no field "${name}" in ${fileOf(draft)}.${didYouMean(name, draft.fields.keys())}`)
  else if (!field.ref || field.virtual || fieldTypes[field.type]?.json !== 'integer')
    place.error('M046', `"${name}" (${field.type}) holds no id. Name a reference.`)
}

function checkRows({ list, role }: ScopeDeclaration, at: ErrorPlace, room: Room): void {
  const { drafts, broken } = room
  if (list && !drafts.has(list.entity) && !broken.has(list.entity)) {
    at.in('list', 'entity').error(
      'M046',
      `no entity "${list.entity}": there is no schemas/${list.entity}.json.${didYouMean(list.entity, drafts.keys())}`,
    )
  } else if (list) {
    checkField(list.user, list.entity, at.in('list', 'user'), room)
    checkField(list.field, list.entity, at.in('list', 'field'), room)
  }
  const roles = role === undefined ? undefined : drafts.get('roles')
  if (role === undefined || !roles) return
  const flags = flagsAmong([...roles.fields.values()].map(({ field }) => field))
  if (!flags.includes(role))
    at.in('role').error(
      'M046',
      `"${role}" is no flag of the entity "roles".${didYouMean(role, flags) || ` Its flags: ${flags.join(', ')}.`}`,
    )
}

/** Facts are stored fields of the record that a person belongs to, under names that no user has. */
function checkFacts(
  { field, facts = [], divides }: ScopeDeclaration,
  at: ErrorPlace,
  { drafts, broken, fieldTypes }: Room,
): void {
  if (facts.length > 0 && divides !== undefined)
    at.in('facts').error('M046', 'only who a person belongs to tells facts of them. Remove them here.')
  const users = drafts.get('users')
  const target = drafts.get(users?.fields.get(field)?.field.ref?.to ?? '')
  if (!target || broken.has(target.name)) return
  facts.forEach((name, i) => {
    const own = target.fields.get(name)?.field
    if (!own)
      at.in('facts', i).error(
        'M046',
        `no field "${name}" in ${fileOf(target)}.${didYouMean(name, target.fields.keys())}`,
      )
    else if (own.virtual || own.secret || fieldTypes[own.type]?.writeOnly)
      at.in('facts', i).error('M046', `"${name}" is not kept where rules could read it. Name a stored field.`)
    else if (users?.fields.has(name) || ACTOR_KEYS.includes(name))
      at.in('facts', i).error('M046', `"${name}" is a fact of the user already. Rename the field.`)
  })
}

/**
 * What fits together: an owner has one value and can replace another owner; a scope that divides restricts staff or a
 * role.
 */
function checkBinding(name: string, scope: ScopeDeclaration, { kinds, scopes }: Application, at: ErrorPlace): void {
  scope.kinds?.forEach((value, i) => {
    const known = kinds.map((kind) => kind.value)
    if (!known.includes(value))
      at.in('kinds', i).error('M046', `no kind of people "${value}". Known: ${known.join(', ')}.`)
  })
  if (scope.divides === undefined) {
    for (const key of ['list', 'role', 'staff'] as const) {
      if (scope[key] !== undefined)
        at.in(key).error(
          'M046',
          `"${name}" owns rows, and "${key}" is for what divides them. Write "divides", or remove it.`,
        )
    }
  }
  if (scope.list && scope.role !== undefined)
    at.in('list').error('M046', `people of a role have one value of "${name}". Remove "list" or "role".`)
  if (scope.as === undefined) return
  const other = Object.hasOwn(scopes, scope.as) && scope.as !== name ? scopes[scope.as] : undefined
  if (!other) at.in('as').error('M046', `no other scope "${scope.as}".${didYouMean(scope.as, Object.keys(scopes))}`)
  else if (scope.divides !== undefined || other.divides !== undefined || other.as !== undefined) {
    at.in('as').error(
      'M046',
      `only an owner stands in the place of an owner. "${scope.divides === undefined ? scope.as : name}" is none of its own.`,
    )
  }
}

/** Reports the scopes that an entity names but nobody has declared: M047. */
export function checkScopeNames(drafts: Drafts, scopes: Scopes): void {
  const known = scopeNames(scopes)
  const unknown = (name: string): string =>
    `the application declares no scope "${name}".${didYouMean(name, known) || ` Known: ${known.join(', ')}.`}`
  for (const draft of drafts.values()) {
    const written = keyword(draft, 'x-scope')
    if (!written) continue
    const { shared, edit, ...paths } = written.value as JsonObject
    for (const name of Object.keys(paths))
      if (!known.includes(name)) written.place.in(name).error('M047', unknown(name))
    for (const name of Object.keys(edit ?? {}))
      if (!known.includes(name)) written.place.in('edit', name).error('M047', unknown(name))
    if (!Array.isArray(shared)) continue
    shared.forEach((name: Json, i) => {
      if (!known.includes(String(name))) written.place.in('shared', i).error('M047', unknown(String(name)))
    })
  }
}
