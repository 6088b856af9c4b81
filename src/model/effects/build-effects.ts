import type { Entity } from '../entity'
import type { Field } from '../field'
import { isObject, type Json, type JsonObject } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import { parseRule, type RuleRoom } from '../rules/parse-rule'
import { checkTemplate } from './check-template'
import {
  CHANNELS,
  EVENTS,
  MAX_NEAR_DAYS,
  OWN_CHANNELS,
  type Channel,
  type Effect,
  type EventName,
  type Near,
  type Recipient,
} from './effect'

/** What an effect may look at, and the channels that features supply. */
export interface EffectRoom {
  readonly rules: RuleRoom
  readonly channels: readonly string[]
}

/** The effects of a resource (`on`), in their order. */
export function buildEffects(json: JsonObject, room: EffectRoom, place: ErrorPlace): readonly Effect[] {
  if (!Array.isArray(json.on)) return []
  const ids = new Set<string>()
  return (json.on as readonly JsonObject[]).map((one, i) => {
    const at = place.in('on', i)
    const id = String(one.id)
    if (ids.has(id)) at.in('id').error('M029', `"${id}" is there already. Remove one.`)
    ids.add(id)
    return buildEffect(one, room, at)
  })
}

/**
 * Reads one effect, of a file or of a row of the catalogue of alerts; if anything is reported at the place, it must not
 * be used.
 */
export function buildEffect(json: JsonObject, room: EffectRoom, place: ErrorPlace): Effect {
  const { entity } = room.rules
  const [written = '', part] = String(json.event).split(':')
  const event = eventOf(written, part, entity, place.in('event'))
  const move = event === 'near' ? undefined : part
  const near = nearOf(json.days, event === 'near' ? part : undefined, place.in('days'))
  const fields = Array.isArray(json.fields) ? json.fields.map(String) : undefined
  if (fields && event !== 'changed')
    place.in('fields').error('M080', 'only a change is of fields. Write "event": "changed", or remove "fields".')
  fields?.forEach((name, i) => checkField(name, entity, place.in('fields', i)))
  return {
    id: String(json.id),
    event,
    ...(move !== undefined && { move }),
    ...(near && { near }),
    ...(fields && { fields }),
    ...(json.when !== undefined && { when: parseRule(json.when, room.rules, place.in('when')) }),
    ...outwards(isObject(json.do) ? json.do : {}, room, place.in('do')),
  }
}

function eventOf(written: string, move: string | undefined, entity: Entity, place: ErrorPlace): EventName {
  const event = EVENTS.find((one) => one === written)
  if (!event) {
    place.error(
      'M080',
      `no event "${written}".${didYouMean(written, EVENTS) || ' Known: created, changed, removed, moved:<move>, near:<date>.'}`,
    )
    return 'created'
  }
  if (event === 'near') {
    checkDate(move, entity, place)
    return event
  }
  if (event !== 'moved') {
    if (move !== undefined) place.error('M080', `"${event}" has no moves. Write "${event}", or "moved:${move}".`)
    return event
  }
  const moves = Object.keys(entity.flow?.moves ?? {})
  if (!entity.flow) place.error('M080', `the entity "${entity.name}" has no flow, so nothing moves. Write "changed".`)
  else if (move === undefined || !moves.includes(move)) {
    place.error(
      'M080',
      `no move "${move ?? ''}".${didYouMean(move ?? '', moves) || ` Known: ${moves.map((one) => `moved:${one}`).join(', ')}.`}`,
    )
  }
  return event
}

/**
 * The fields of an entity by whose date an effect may go, for whoever it tells: those that are stored, and that
 * everybody may see.
 */
export const datesOf = ({ fields }: Entity): readonly Field[] =>
  Object.values(fields).filter(
    ({ type, computed, virtual, secret, see, name }) =>
      (type === 'date' || type === 'datetime') && !computed && !virtual && !secret && !see && name !== 'date_deleted',
  )

function checkDate(name: string | undefined, entity: Entity, place: ErrorPlace): void {
  const dates = datesOf(entity).map((field) => field.name)
  if (name !== undefined && dates.includes(name)) return
  const isField = name !== undefined && Object.hasOwn(entity.fields, name)
  const known = didYouMean(name ?? '', dates) || ` Known: ${dates.map((one) => `near:${one}`).join(', ')}.`
  place.error('M081', `"${name ?? ''}" is ${isField ? 'no date of' : 'not in'} the entity "${entity.name}".${known}`)
}

function nearOf(days: Json | undefined, field: string | undefined, place: ErrorPlace): Near | undefined {
  if (field === undefined) {
    if (days !== undefined)
      place.error('M080', 'only an event beside a date has days. Write "event": "near:<date>", or remove "days".')
    return undefined
  }
  if (typeof days !== 'number' || !Number.isInteger(days) || Math.abs(days) > MAX_NEAR_DAYS) {
    place.error('M080', `write "days": how many before the date, up to ${MAX_NEAR_DAYS}; after it, a negative number.`)
    return undefined
  }
  return { field, days }
}

function checkField(name: string, { name: of, fields }: Entity, place: ErrorPlace): void {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field)
    return place.error('M081', `no field "${name}" in the entity "${of}".${didYouMean(name, Object.keys(fields))}`)
  if (field.computed || (field.system && name !== 'rank'))
    place.error('M081', `"${name}" is never changed by a write. Name fields that are.`)
}

type Outwards = Pick<Effect, 'channel' | 'to' | 'subject' | 'body' | 'below' | 'action' | 'webhook'>

/** Where an effect leads: the one key of its `do`. */
function outwards(json: JsonObject, room: EffectRoom, place: ErrorPlace): Outwards {
  const [written, ...more] = Object.keys(json)
  const channel = CHANNELS.find((one) => one === written)
  if (!channel || more.length > 0) {
    place.error('M085', `an effect goes out by one channel. Write one of ${CHANNELS.join(', ')}.`)
    return { channel: 'mail', to: [] }
  }
  const at = place.in(channel)
  const supplied = [...OWN_CHANNELS, ...room.channels]
  if (!supplied.includes(channel))
    at.error('M085', `no feature sends by "${channel}". There is: ${supplied.join(', ')}.`)
  const what = isObject(json[channel]) ? json[channel] : {}
  if (channel === 'webhook') {
    if (typeof what.key !== 'string' || what.key === '')
      at.error('M085', 'an endpoint is named by its key. Write "key", such as "erp".')
    return { channel, to: [], webhook: String(what.key) }
  }
  const words = (key: 'subject' | 'body'): Partial<Outwards> => {
    const text = what[key]
    if (typeof text === 'string' && text.trim() !== '') return { [key]: checkTemplate(text, room.rules, at.in(key)) }
    if (key === 'body' || channel === 'mail') at.error('M085', `what is said is missing. Write "${key}".`)
    return {}
  }
  const { below, action } = what
  if (below !== undefined && channel !== 'notice')
    at.in('below').error('M085', 'only a notice leads anywhere. Remove "below".')
  if (action !== undefined && channel !== 'notice')
    at.in('action').error('M085', 'only a notice leads anywhere. Remove "action".')
  return {
    channel,
    to: recipients(what.to, channel, room, at.in('to')),
    ...words('subject'),
    ...words('body'),
    ...(typeof below === 'string' && { below }),
    ...(typeof action === 'string' && { action }),
  }
}

function recipients(
  json: Json | undefined,
  channel: Channel,
  room: EffectRoom,
  place: ErrorPlace,
): readonly Recipient[] {
  const list: readonly Json[] = Array.isArray(json) ? json : []
  if (list.length === 0) place.error('M084', 'nobody is told. Name fields of people or addresses, addresses, or roles.')
  return list.flatMap((one, i) => recipient(one, channel, room.rules, place.in(i)) ?? [])
}

function recipient(json: Json, channel: Channel, rules: RuleRoom, place: ErrorPlace): Recipient | null {
  if (isObject(json)) return { kind: 'role', role: typeof json.role === 'number' ? json.role : String(json.role) }
  const text = String(json)
  if (text.includes('@')) {
    const { email } = rules.fieldTypes
    const address = email?.canonical(text, ADDRESS) ?? text
    if (channel !== 'mail')
      place.error('M084', `"${text}" is an address, and only mails go to addresses. Name a person or a role.`)
    else if (email?.check(address, ADDRESS)) place.error('M084', `"${text}" is no e-mail address. Correct it.`)
    return { kind: 'address', address: String(address) }
  }
  const path = text.split('.')
  const field = fieldAt(path, rules, place)
  if (!field) return null
  if (field.ref?.to === 'users') return { kind: 'person', path }
  if (field.type === 'email' && channel === 'mail') return { kind: 'email', path }
  place.error(
    'M084',
    `"${text}" (${field.type}) is ${channel === 'mail' ? 'neither a person nor an e-mail address' : 'no person'}. Name a reference to users${channel === 'mail' ? ', or a field of addresses' : ''}.`,
  )
  return null
}

function fieldAt(
  [first = '', second, ...more]: readonly string[],
  { entity, entities }: RuleRoom,
  place: ErrorPlace,
): Field | null {
  const field = Object.hasOwn(entity.fields, first) ? entity.fields[first] : undefined
  const target = field?.ref && !field.virtual ? entities[field.ref.to] : undefined
  const of = second === undefined ? entity : target
  const found = second === undefined ? field : of && Object.hasOwn(of.fields, second) ? of.fields[second] : undefined
  if (found && !found.secret && more.length === 0) return found
  const names = Object.keys((of ?? entity).fields)
  place.error(
    'M084',
    `no field "${[first, second, ...more].filter((one) => one !== undefined).join('.')}" names anybody.${didYouMean(second ?? first, names)}`,
  )
  return null
}

/** An address of no field. */
const ADDRESS: Field = {
  name: 'to',
  entity: '',
  type: 'email',
  title: '',
  required: false,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: {},
}
