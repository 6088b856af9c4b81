import type { Check, Entity, Trait } from '../entity'
import type { Field } from '../field'
import type { Json, JsonObject } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import type { ReadSource } from './read-files'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** A field under construction, and where it is written (the engine's own are written nowhere). */
export interface FieldDraft {
  readonly field: Mutable<Field>
  readonly place: ErrorPlace | null
  /** Its type found an error in its keywords, so no value can be checked against them. */
  readonly isDoubtful?: boolean
}

/** An entity under construction: its own file and, for an engine's entity, the file that extends it. */
export interface EntityDraft {
  readonly name: string
  readonly sources: readonly (ReadSource & { readonly json: JsonObject })[]
  readonly hasModule: boolean
  readonly fields: Map<string, FieldDraft>
  readonly checks: Check[]
  entity: Entity
  /** Whom its rows belong to, once it is settled. */
  scope?: Entity['scope']
}

/** The file to name in a message about the entity: the application's where there is one. */
export const fileOf = (draft: EntityDraft): string => draft.sources.at(-1)?.place.path ?? `schemas/${draft.name}.json`

/** A keyword of the entity with its place; the extension's takes precedence over the extended one's. */
export function keyword(draft: EntityDraft, key: string): { readonly value: Json; readonly place: ErrorPlace } | null {
  for (const source of [...draft.sources].reverse()) {
    const value = source.json[key]
    if (value !== undefined) return { value, place: source.place.in(key) }
  }
  return null
}

/** A list keyword of the entity: the extended one's items, then the extension's. */
export function listKeyword(draft: EntityDraft, key: string): { readonly value: Json; readonly place: ErrorPlace }[] {
  return draft.sources.flatMap((source) => {
    const list = source.json[key]
    return Array.isArray(list) ? list.map((value: Json, i) => ({ value, place: source.place.in(key, i) })) : []
  })
}

export function traitsOf(sources: EntityDraft['sources']): Trait[] {
  const named = sources.flatMap(({ json }) => (Array.isArray(json['x-traits']) ? (json['x-traits'] as Trait[]) : []))
  return [...new Set(named)]
}

/** Finds a field by name or reports M002 at the place. */
export function namedField(draft: EntityDraft, name: string, place: ErrorPlace): Field | null {
  const found = draft.fields.get(name)
  if (found) return found.field
  place.error('M002', `no field "${name}" in ${fileOf(draft)}.${didYouMean(name, draft.fields.keys())}`)
  return null
}
