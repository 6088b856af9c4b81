import { buildEffects } from '../effects/build-effects'
import type { Entity } from '../entity'
import type { Json, JsonObject } from '../json'
import { buildPrint } from '../print/build-print'
import { parseRule } from '../rules/parse-rule'
import { EXPORT_FORMATS, type Resource } from '../resource'
import type { Rule } from '../rules/rule'
import { ruleOperands } from '../rules/rule-fields'
import { buildAsks } from './build-ask'
import { buildActions, buildMoves, buildTabs } from './build-detail'
import { checkFlowResource } from './build-flow'
import { buildForm, checkComplete } from './build-form'
import { buildImport } from './build-import'
import { buildLayouts } from './build-layouts'
import { buildFilters, buildList } from './build-list'
import { buildStats } from './build-stats'
import { buildPeople, buildTagActions, withComments } from './build-people'
import { checkIcon } from './check-icon'
import { didYouMean } from '../values/did-you-mean'
import type { EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'
import { pathError } from './names'
import type { ReadSource } from './read-files'
import { withResourceKind } from './resource-kinds'
import type { ResourceRoom } from './resource-room'

/** A resource and the file it is written in; null: it is derived from its schema. */
export interface ResourceDraft {
  readonly resource: Resource
  readonly place: ErrorPlace | null
}

/** The context for reading a resource over the entity; null: there is no such entity. */
type RoomOf = (entity: string) => ResourceRoom | null

/** One resource per file, then one per schema without such a file, then what look-ups need. */
export function buildResources(
  sources: readonly ReadSource[],
  drafts: ReadonlyMap<string, EntityDraft>,
  broken: ReadonlySet<string>,
  roomOf: RoomOf,
): ResourceDraft[] {
  const files = sources.filter((source) => source.kind === 'resources')
  const named = new Set(files.map((source) => source.name))
  const standing = new Set(files.map((source) => String(source.json?.entity ?? source.name)))
  const written = files.flatMap((source) => fromFile(source, drafts, broken, roomOf) ?? [])
  const implied = [...drafts.values()]
    .filter((draft) => draft.hasModule && !named.has(draft.name) && !standing.has(draft.name))
    .flatMap((draft) => fromEntity(draft.name, draft.name, draft.name, roomOf) ?? [])
  return [...written, ...implied]
}

/** A resource that is in no menu: the list that answers look-ups of an entity. */
export function lookupResource(entity: string, taken: ReadonlySet<string>, roomOf: RoomOf): ResourceDraft | null {
  const name = taken.has(entity) ? `all_${entity}` : entity
  return fromEntity(name, entity, null, roomOf)
}

const keptBy = (json: JsonObject, room: ResourceRoom, place: ErrorPlace): Resource['kept'] =>
  Object.fromEntries(Object.entries(json).map(([verb, rule]) => [verb, parseRule(rule, room.rules, place.in(verb))]))

function fromFile(
  source: ReadSource,
  drafts: ReadonlyMap<string, EntityDraft>,
  broken: ReadonlySet<string>,
  roomOf: RoomOf,
): ResourceDraft | null {
  const { json, name, place } = source
  if (!json) return null
  const entity = String(json.entity ?? name)
  if (json.entity === name) place.in('entity').error('M011', `"${name}" is the default. Remove it.`)
  const room = roomOf(entity)
  if (!room) {
    const at = json.entity === undefined ? place : place.in('entity')
    const hint = didYouMean(entity, drafts.keys()) || ' Write it, or name the entity in "entity".'
    if (!broken.has(entity)) at.error('M004', `there is no schemas/${entity}.json.${hint}`)
    return null
  }
  return { resource: buildResource(name, name, json, room, place), place }
}

function fromEntity(name: string, entity: string, module: string | null, roomOf: RoomOf): ResourceDraft | null {
  const room = roomOf(entity)
  const place = room?.draft.sources.at(-1)?.place
  return room && place ? { resource: buildResource(name, module, {}, room, place), place: null } : null
}

function buildResource(
  name: string,
  module: string | null,
  json: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): Resource {
  const where = json.where === undefined ? undefined : parseRule(json.where, room.rules, place.in('where'))
  const fixed = where ? fixedBy(where, room.entity) : {}
  const menu = (json.menu ?? {}) as Partial<Resource['menu']>
  checkIcon(menu.icon, place.in('menu', 'icon'))
  const form = buildForm(json, fixed, room, place)
  checkComplete(form, fixed, json, room, place.in('form'))
  const asks = buildAsks(json, room, place)
  const effects = buildEffects(json, { rules: room.rules, channels: room.known.channels ?? [] }, place)
  const print = buildPrint(json, room, place)
  const actions = buildActions(json, room, place)
  const endpoint = own(json, 'endpoint', name, place)
  const guard = module === null ? null : own(json, 'module', module, place)
  checkFlowResource(room.draft, fixed, actions, json, place)
  const people = buildPeople(json, room, place)
  return withResourceKind(
    {
      name,
      title: typeof json.title === 'string' ? json.title : room.entity.title,
      entity: room.entity.name,
      ...(where && { where }),
      fixed,
      endpoint,
      ...(json.answers !== undefined && { answers: json.answers as unknown as NonNullable<Resource['answers']> }),
      route: own(json, 'route', `/${name}`, place),
      module: guard,
      ...(json.root === true && { root: true }),
      ...(json.see !== undefined && { see: userRule(json.see, room, place.in('see')) }),
      ...(json.readOnly === true && { readOnly: true as const }),
      ...(json.create !== undefined && { create: userRule(json.create, room, place.in('create')) }),
      ...(json.closed !== undefined && { closed: parseRule(json.closed, room.rules, place.in('closed')) }),
      ...(json.kept !== undefined && { kept: keptBy(json.kept as JsonObject, room, place.in('kept')) }),
      menu: {
        group: menu.group ?? null,
        icon: menu.icon ?? 'list',
        order: menu.order ?? 1000,
        ...(menu.for && { for: menu.for }),
      },
      list: { ...buildList(json, fixed, room, place), layouts: buildLayouts(json, room, place) },
      filters: withTags(buildFilters(json, fixed, room, place), people),
      stats: buildStats(json, room, place),
      form,
      detail: { tabs: withComments(buildTabs(json, room, place), people, place), ...flagsOf(json.detail) },
      actions: [
        ...buildMoves({ endpoint, module: guard }, room, place),
        ...actions,
        ...buildTagActions({ ...people, endpoint }, room),
      ],
      ...people,
      ...(asks && { asks }),
      ...(effects.length > 0 && { effects }),
      ...(print.length > 0 && { print }),
      export: (json.export ?? exportFormats(room)) as Resource['export'],
      import: buildImport(json, fixed, form.rows, room, place),
    },
    json,
    room,
    place,
  )
}

/** A rule that is decided before there is a record: who sees the catalogue, and who creates in it. */
function userRule(json: Json, room: ResourceRoom, place: ErrorPlace): Rule {
  const rule = parseRule(json, room.rules, place)
  if (ruleOperands(rule).some(({ kind }) => kind !== 'user'))
    place.error('M045', 'this is decided before there is a record. Ask of the user (`user.operator`) alone.')
  return rule
}

/** A list with tags is filtered by them, whatever other filters it names. */
const flagsOf = (json: Json | undefined): Pick<Resource['detail'], 'named' | 'leaves' | 'over'> => {
  const { named, leaves, in: opens } = (json ?? {}) as JsonObject
  return {
    ...(named === true && { named }),
    ...(leaves === true && { leaves }),
    ...(opens === 'dialog' && { over: true }),
  }
}

const withTags = (filters: Resource['filters'], { tags }: Pick<Resource, 'tags'>): Resource['filters'] =>
  tags && !filters.some(({ f }) => f === 'tags') ? [...filters, { f: 'tags' }] : filters

const exportFormats = ({ entity, fieldTypes }: ResourceRoom): Resource['export'] =>
  Object.values(entity.fields).some(({ type }) => fieldTypes[type]?.toGeometry)
    ? [...EXPORT_FORMATS, 'geojson']
    : EXPORT_FORMATS

/** A name derived from the resource's own unless it is written; writing the derived name is M011. */
function own(json: JsonObject, key: 'endpoint' | 'route' | 'module', standard: string, place: ErrorPlace): string {
  const written = json[key]
  if (typeof written !== 'string') return standard
  if (written === standard) place.in(key).error('M011', `"${standard}" is the default. Remove it.`)
  const wrongPath = key === 'module' ? null : pathError(written)
  if (wrongPath) place.in(key).error('M013', wrongPath)
  return written
}

/** Values that the rule fixes by `eq`, alone or among conditions that all must hold. */
function fixedBy(rule: Rule, entity: Entity): JsonObject {
  if ('all' in rule) return Object.assign({}, ...rule.all.map((part) => fixedBy(part, entity))) as JsonObject
  if (!('operand' in rule) || rule.op !== 'eq' || rule.operand.kind !== 'field' || rule.value.kind !== 'literal')
    return {}
  return Object.hasOwn(entity.fields, rule.operand.field) ? { [rule.operand.field]: rule.value.value } : {}
}
