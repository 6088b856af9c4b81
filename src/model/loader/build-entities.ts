import type { Entity } from '../entity'
import type { FieldTypes } from '../field-type'
import type { JsonObject } from '../json'
import { buildField, settleDefault } from './build-field'
import { didYouMean } from '../values/did-you-mean'
import { idField, lastFields } from './engine-fields'
import { keyword, listKeyword, namedField, traitsOf, type EntityDraft, fileOf } from './entity-draft'
import { checkRemote, textIdOf, remoteEntities } from './entity-kinds'
import { ENGINE_COLUMNS, nameInWords } from './names'
import type { ReadSource } from './read-files'
import type { Field, RepresentPart } from '../field'
import type { ErrorPlace } from './metadata-error'

/** The pieces of `x-represent`; without it the first single-line text, or else the id. */
function representOf(draft: EntityDraft, fieldTypes: FieldTypes): RepresentPart[] {
  const written = keyword(draft, 'x-represent')
  if (typeof written?.value === 'string') return readRepresent(written.value, draft, fieldTypes, written.place)
  const readable = [...draft.fields.values()].map(({ field }) => field).filter((field) => isReadable(field, fieldTypes))
  return [
    {
      field:
        readable.find((field) => field.name !== 'id' && fieldTypes[field.type]?.filter === 'contains')?.name ?? 'id',
    },
  ]
}

/** The pieces of `x-titled`, whose fields may be references. */
function titledOf(draft: EntityDraft, fieldTypes: FieldTypes): Pick<EntityDraft['entity'], 'titled'> {
  const written = keyword(draft, 'x-titled')
  if (typeof written?.value !== 'string') return {}
  const isNamed = (field: Field): boolean =>
    isReadable(field, fieldTypes) || (field.schema['x-to'] !== undefined && !field.secret)
  return { titled: readPieces(written.value, draft, written.place, isNamed) }
}

const readRepresent = (text: string, draft: EntityDraft, fieldTypes: FieldTypes, place: ErrorPlace): RepresentPart[] =>
  readPieces(text, draft, place, (field) => isReadable(field, fieldTypes))

function readPieces(
  text: string,
  draft: EntityDraft,
  place: ErrorPlace,
  isRead: (field: Field) => boolean,
): RepresentPart[] {
  const parts = text
    .split(/(\{[^{}]*\})/)
    .filter(Boolean)
    .map((part): RepresentPart => {
      if (!/^\{.*\}$/.test(part)) return { text: part }
      return { field: part.slice(1, -1) }
    })
  for (const part of parts) {
    if ('text' in part) {
      if (/[{}]/.test(part.text))
        place.error('M010', `"${text}" has a brace too many or too few. Write fields as {name}.`)
      continue
    }
    const found = draft.fields.get(part.field)
    if (!found)
      place.error('M010', `no field "${part.field}" in ${fileOf(draft)}.${didYouMean(part.field, draft.fields.keys())}`)
    else if (!isRead(found.field)) {
      place.error('M010', `"${part.field}" (${found.field.type}) is no text people read. Name a text or a number.`)
    }
  }
  return parts
}

function isReadable(field: Field, fieldTypes: FieldTypes): boolean {
  const type = fieldTypes[field.type]
  if (
    !type ||
    field.secret ||
    type.virtual ||
    type.writeOnly ||
    type.inList === false ||
    field.schema['x-to'] !== undefined
  )
    return false
  return type.json === 'string' || type.json === 'integer' || type.json === 'number'
}

/** Entities with their fields, before references and rules are resolved; `broken` ones have an unusable file. */
export function buildEntities(
  sources: readonly ReadSource[],
  fieldTypes: FieldTypes,
): { readonly drafts: Map<string, EntityDraft>; readonly broken: Set<string> } {
  const drafts = new Map<string, EntityDraft>()
  // A reference without a target points to '', an error that its type reports.
  const broken = new Set<string>([''])
  const files = sources.filter((source) => source.kind === 'schemas' || source.kind === 'system')
  const remote = remoteEntities(sources)
  for (const name of new Set(files.map((source) => source.name))) {
    const own = files.find((source) => source.name === name && source.kind === 'schemas')
    const engine = files.find((source) => source.name === name && source.kind === 'system')
    const parts = settleParts(own, engine, files)
    if (parts)
      drafts.set(
        name,
        draftEntity(name, parts, { isEngine: engine !== undefined, isRemote: remote.has(name) }, fieldTypes),
      )
    else broken.add(name)
  }
  return { drafts, broken }
}

type Parts = EntityDraft['sources']

/** The file or files an entity is made of; null when one of them is unusable. */
function settleParts(
  own: ReadSource | undefined,
  engine: ReadSource | undefined,
  files: readonly ReadSource[],
): Parts | null {
  const parts = [engine, own].filter((source) => source !== undefined)
  const usable = parts.flatMap((source) => (source.json ? [{ ...source, json: source.json }] : []))
  if (usable.length < parts.length || !own?.json) return usable.length === parts.length ? usable : null
  const extend = own.json['x-extends'] === true
  if (engine && !extend) {
    const sentence = `the engine has an entity "${own.name}". Add "x-extends": true and write only what you add, or choose another name.`
    own.place.error('M023', sentence)
    return null
  }
  if (!engine && extend) {
    const names = files.filter((source) => source.kind === 'system').map((source) => source.name)
    const hint = didYouMean(own.name, names) || ' Remove "x-extends".'
    own.place.in('x-extends').error('M023', `the engine has no entity "${own.name}" to extend.${hint}`)
    return null
  }
  return usable
}

function draftEntity(
  name: string,
  sources: Parts,
  { isEngine, isRemote }: { isEngine: boolean; isRemote: boolean },
  fieldTypes: FieldTypes,
): EntityDraft {
  const traits = traitsOf(sources)
  const key = textIdOf(sources)
  const size = sources.map(({ json }) => json['x-size']).findLast((value) => value !== undefined)
  const last = lastFields(name, traits, isRemote)
  const title = sources.map(({ json }) => json.title).findLast((value) => value !== undefined)
  const draft: EntityDraft = {
    name,
    sources,
    hasModule: !isEngine && sources.every(({ json }) => json['x-module'] !== false),
    fields: new Map([['id', { field: idField(name, key), place: null }]]),
    checks: [],
    entity: {
      name,
      title: typeof title === 'string' ? title : nameInWords(name),
      fields: {},
      traits,
      represent: [],
      checks: [],
      unique: [],
      scope: {},
      size: size === 'large' ? 'large' : 'small',
      ...(key && { key }),
      ...(isRemote && { remote: true as const }),
      ...(sources.some(({ json }) => json['x-merge'] !== undefined) && { apart: true as const }),
      ...(sources.some(({ json }) => json['x-merge'] === 'stays') && { stays: true as const }),
      ...(sources.some(({ json }) => json['x-dynamic'] === true) && { dynamic: true as const }),
      ...(sources.some(({ json }) => json['x-settings'] === true) && { settings: true as const }),
    },
  }
  if (isRemote) checkRemote(draft)
  const required = new Set(listKeyword(draft, 'required').map(({ value }) => String(value)))
  for (const source of sources)
    addFields(
      draft,
      source,
      required,
      last.map((field) => field.name),
      fieldTypes,
    )
  for (const field of last)
    if (!draft.fields.has(field.name)) draft.fields.set(field.name, { field: { ...field }, place: null })
  for (const { value, place } of listKeyword(draft, 'required')) namedField(draft, String(value), place)
  const unique = listKeyword(draft, 'x-unique').map(({ value, place }) => {
    const names = value as readonly string[]
    names.forEach((field, i) => namedField(draft, field, place.in(i)))
    return names
  })
  const represent = representOf(draft, fieldTypes)
  draft.entity = { ...draft.entity, unique, represent, ...titledOf(draft, fieldTypes), scope: {} }
  return draft
}

function addFields(
  draft: EntityDraft,
  source: Parts[number],
  required: ReadonlySet<string>,
  engineNames: readonly string[],
  fieldTypes: FieldTypes,
): void {
  const place = source.place.in('properties')
  for (const [name, schema] of Object.entries((source.json.properties ?? {}) as { [name: string]: JsonObject })) {
    if (draft.fields.has(name) && draft.sources.length > 1) {
      place
        .in(name)
        .error('M023', `the engine's entity has "${name}" already. An extension only adds fields; remove it.`)
    } else if (engineNames.includes(name) && !ENGINE_COLUMNS.has(name) && name !== 'id_parent') {
      place.in(name).error('M013', `"${name}" is brought by a trait of the entity. Remove it.`)
    } else {
      const built = buildField(draft.name, name, schema, required.has(name), place.in(name), fieldTypes)
      if (!built) continue
      // The default of a reference gets its type once the target is known.
      if (schema['x-to'] === undefined) settleDefault(built, fieldTypes)
      draft.fields.set(name, built)
    }
  }
}

/** The finished entity, once everything in it has been settled. */
export function finishedEntity(draft: EntityDraft): Entity {
  const fields = Object.fromEntries([...draft.fields].map(([name, { field }]) => [name, field]))
  return { ...draft.entity, fields, checks: draft.checks, scope: draft.scope ?? {} }
}
