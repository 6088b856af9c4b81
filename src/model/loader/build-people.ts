import type { Scopes } from '../application'
import type { Field } from '../field'
import type { JsonObject } from '../json'
import type { Action, Resource, Tab } from '../resource'
import { houseRule, PEOPLE_PARTS, type PeoplePart, type TakesPart } from '../rights/house'
import type { EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'
import type { ReadSource } from './read-files'
import type { ResourceRoom } from './resource-room'

/** The entity of the engine that a record's tags point to. */
export const TAGS = 'record_tags'
/** The field that holds them. */
const FIELD = 'tags'
/** Calls below a record's address, and the tab of comments. */
const NAMES: { readonly [part in PeoplePart]: readonly string[] } = {
  comments: ['comments'],
  follow: ['follow', 'unfollow', 'followers'],
  tags: ['tags', 'retag'],
}

const partOf = (value: unknown): TakesPart | undefined =>
  value === true ? 'house' : value === 'everyone' ? 'everyone' : undefined

/** What people do around the records of a resource. */
export function buildPeople(json: JsonObject, room: ResourceRoom, place: ErrorPlace): Pick<Resource, PeoplePart> {
  const found: { [part in PeoplePart]?: TakesPart } = {}
  for (const part of PEOPLE_PARTS) {
    const who = partOf(json[part])
    if (!who) continue
    const at = place.in(part)
    if (json.singleton === true || json.rest !== undefined || room.entity.remote) {
      at.error('M102', 'there are no records here with pages of their own. Remove it.')
      continue
    }
    const { flow } = room.draft.entity
    const isSeen = Object.keys(room.entity.scope).length > 0 && json.root !== true
    if (who === 'everyone' && !isSeen)
      at.error('M103', 'nobody beyond the house sees these records. Write true, or say in "x-scope" whose they are.')
    const move = NAMES[part].find((name) => Object.hasOwn(flow?.moves ?? {}, name))
    if (move !== undefined)
      at.error(
        'M105',
        `"${move}" is a move of ${room.entity.name}, and a call of ${part} as well. Give the move another name.`,
      )
    found[part] = who
  }
  return found
}

/** The tabs of a page with comments: where they are not written, they stand before the activity. */
export function withComments(tabs: readonly Tab[], { comments }: Pick<Resource, 'comments'>, place: ErrorPlace): Tab[] {
  const written = tabs.findIndex(({ kind }) => kind === 'comments')
  if (!comments) {
    if (written >= 0)
      place
        .in('detail', 'tabs', written)
        .error('M102', 'there are no comments here. Add "comments": true, or remove the tab.')
    return tabs.filter(({ kind }) => kind !== 'comments')
  }
  const other = tabs.findIndex((tab) => 'id' in tab && tab.id === 'comments')
  if (other >= 0)
    place
      .in('detail', 'tabs', other)
      .error('M105', 'the tab "comments" is the one of the comments. Give this one another name.')
  if (written >= 0) return [...tabs]
  const logs = tabs.findIndex(({ kind }) => kind === 'logs')
  const at = logs < 0 ? tabs.length : logs
  return [...tabs.slice(0, at), { kind: 'comments' }, ...tabs.slice(at)]
}

/** Adds the field `tags` to every entity with a catalogue that has them. */
export function linkTags(
  drafts: ReadonlyMap<string, EntityDraft>,
  sources: readonly ReadSource[],
  scopes: Scopes,
): void {
  const first = new Map<string, TakesPart>()
  for (const { kind, name, json, place } of sources) {
    const who = kind === 'resources' ? partOf(json?.tags) : undefined
    const draft = drafts.get(String(json?.entity ?? name))
    if (!who || !draft || draft.entity.remote || json?.singleton === true) continue
    const before = first.get(draft.name)
    first.set(draft.name, before ?? who)
    if (before !== undefined && before !== who) {
      place
        .in('tags')
        .error(
          'M104',
          `another catalogue of "${draft.name}" shows its tags to ${before === 'house' ? 'the house alone' : 'everyone'}. Write the same in both.`,
        )
    }
    if (before !== undefined) continue
    if (draft.fields.has(FIELD)) {
      place
        .in('tags')
        .error(
          'M105',
          `"${draft.name}" has a field "${FIELD}" already. Give it another name ("x-was": "${FIELD}"), or remove "tags".`,
        )
      continue
    }
    draft.fields.set(FIELD, { field: tagsField(draft.name, who, scopes), place: null })
  }
}

/** Ids of tags; written by their own calls alone. */
function tagsField(entity: string, who: TakesPart, scopes: Scopes): Field {
  return {
    ...plainTags(entity, FIELD, 'Etiquetas'),
    readOnly: true,
    virtual: true,
    ref: { to: TAGS, expand: {}, onDelete: 'clear' },
    ...(who === 'house' && { see: houseRule(scopes) }),
  }
}

const plainTags = (entity: string, name: string, title: string): Field => ({
  name,
  entity,
  type: 'tags',
  title,
  required: false,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: {},
})

/** What can be done with the chosen rows of a catalogue with tags. */
export function buildTagActions(
  { tags, endpoint }: Pick<Resource, 'tags' | 'endpoint'>,
  { entity }: ResourceRoom,
): Action[] {
  if (!tags) return []
  return [
    {
      id: 'retag',
      on: ['bulk'],
      icon: 'sell',
      needs: 'edit',
      confirm: false,
      done: 'reload',
      call: { method: 'POST', path: `${endpoint}/retag`, send: { id: 'id' } },
      ask: {
        fields: [
          { ...plainTags(entity.name, 'add', 'Agregar'), schema: { 'x-create': true } },
          plainTags(entity.name, 'remove', 'Quitar'),
        ],
      },
    },
  ]
}
