import { checkTemplate } from '../effects/check-template'
import type { Template } from '../effects/template'
import { isObject, type Json, type JsonObject } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import { parseRule, type RuleRoom } from '../rules/parse-rule'
import { checkPrintFields, printField, printRows } from './print-fields'
import { TEXT_STYLES, type Party, type PrintBlock, type PrintTemplate, type Watermark } from './print'

/** What a print template may look at, and whether the application has declared a letterhead. */
interface PrintRoom {
  readonly rules: RuleRoom
  readonly hasLetterhead: boolean
}

const KINDS = ['parties', 'fields', 'rows', 'totals', 'text', 'qr'] as const
const PLAIN = ['letterhead', 'break'] as const
const NAME = /^[a-z][a-z0-9_]*$/

/** The print templates of a resource (`print`), in their order. */
export function buildPrint(json: JsonObject, room: PrintRoom, place: ErrorPlace): readonly PrintTemplate[] {
  if (!isObject(json.print)) return []
  const at = place.in('print')
  if (json.singleton === true || typeof json.rest === 'string')
    at.error('M090', 'there are no records of this catalogue here to be printed. Remove "print".')
  return Object.entries(json.print).map(([name, one]) => buildTemplate(name, one as JsonObject, room, at.in(name)))
}

function buildTemplate(name: string, json: JsonObject, room: PrintRoom, place: ErrorPlace): PrintTemplate {
  if (!NAME.test(name))
    place.error('M090', `"${name}" is no name. Write small letters, digits and "_", a letter first.`)
  const ids = new Set(['title', 'heading'])
  const blocks = (json.blocks as readonly Json[]).flatMap((one, i, all) => {
    const there = place.in('blocks', i)
    const block = blockOf(one, numberOf(all, i), room, there)
    if (block && ids.has(block.id))
      there.in('id').error('M093', `"${block.id}" is there already. Give the block another one.`)
    if (block) ids.add(block.id)
    return block ?? []
  })
  const after = Array.isArray(json.after) ? json.after.map(String) : []
  after.forEach((move, i) => checkMove(move, room.rules, place.in('after', i)))
  if (typeof json.for === 'string') checkRecipient(json.for, room.rules, place.in('for'))
  const watermarks = Array.isArray(json.watermark)
    ? json.watermark.map((one: Json, i) => watermarkOf(one as JsonObject, room, place.in('watermark', i)))
    : []
  return {
    name,
    title: String(json.title),
    ...(typeof json.heading === 'string' && { heading: checkTemplate(json.heading, room.rules, place.in('heading')) }),
    ...(typeof json.for === 'string' && { for: json.for }),
    ...(json.when !== undefined && { when: parseRule(json.when, room.rules, place.in('when')) }),
    ...(json.paper === true && { paper: true as const }),
    size: (json.size ?? 'A4') as PrintTemplate['size'],
    ...(json.landscape === true && { landscape: true as const }),
    ...(after.length > 0 && { after }),
    watermarks,
    blocks,
  }
}

const watermarkOf = ({ text, when }: JsonObject, { rules }: PrintRoom, place: ErrorPlace): Watermark => ({
  text: String(text),
  ...(when !== undefined && { when: parseRule(when, rules, place.in('when')) }),
})

/** Its question has a button more. */
function checkMove(name: string, { entity: { name: of, flow } }: RuleRoom, place: ErrorPlace): void {
  const moves = flow?.moves ?? {}
  if (!Object.hasOwn(moves, name))
    place.error('M093', `no move "${name}" in the flow of "${of}".${didYouMean(name, Object.keys(moves))}`)
  else if (!moves[name]?.ask)
    place.error('M093', `the move "${name}" asks nothing, so no button can stand beside its answer. Remove it.`)
}

/** Whoever a paper is for has a language. */
function checkRecipient(name: string, { entity, entities }: RuleRoom, place: ErrorPlace): void {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field)
    return place.error(
      'M091',
      `no field "${name}" in the entity "${entity.name}".${didYouMean(name, Object.keys(entity.fields))}`,
    )
  const target = field.ref && !field.virtual ? entities[field.ref.to] : undefined
  if (!target?.fields.language || target.fields.language.secret)
    place.error(
      'M092',
      `"${name}" names nobody with a language. Name a reference to a record with a field "language", such as a user, or remove it.`,
    )
}

const kindOf = (one: Json): string =>
  isObject(one) ? (KINDS.find((kind) => one[kind] !== undefined) ?? '') : String(one)
/** Its place among the blocks of its kind, from 1. */
const numberOf = (all: readonly Json[], at: number): number =>
  all.slice(0, at + 1).filter((one) => kindOf(one) === kindOf(all[at] ?? null)).length

function blockOf(json: Json, number: number, room: PrintRoom, place: ErrorPlace): PrintBlock | null {
  if (!isObject(json)) return plainBlock(String(json), number, room, place)
  const kinds = KINDS.filter((kind) => json[kind] !== undefined)
  const [kind] = kinds
  if (!kind || kinds.length > 1) {
    place.error(
      'M090',
      `a block is one of ${[...PLAIN.map((name) => `"${name}"`), ...KINDS.map((name) => `{ "${name}": … }`)].join(', ')}.${kinds.length > 1 ? ` Write ${kinds.join(' and ')} as blocks of their own.` : ''}`,
    )
    return null
  }
  const id = typeof json.id === 'string' ? json.id : `${kind}_${number}`
  const title = typeof json.title === 'string' ? { title: json.title } : {}
  const words = (key: 'text' | 'qr' | 'caption'): Template =>
    checkTemplate(String(json[key]), room.rules, place.in(key))
  forbid(json, kind, place)
  switch (kind) {
    case 'parties':
      return {
        id,
        kind,
        parties: asList(json.parties).map((one, i) => partyOf(one as JsonObject, room, place.in('parties', i))),
      }
    case 'fields':
      return {
        id,
        kind,
        ...title,
        fields: asList(json.fields).flatMap((one, i) => printField(one, room.rules, place.in('fields', i)) ?? []),
        columns: Number(json.columns ?? 2),
      }
    case 'totals':
      return {
        id,
        kind,
        fields: checkPrintFields(asList(json.totals), room.rules, place.in('totals')),
        ...(typeof json.rest === 'string' && { rest: json.rest }),
      }
    case 'rows': {
      const rows = printRows(json, room.rules, place)
      return rows && { id, ...title, ...rows }
    }
    case 'text':
      return { id, kind, text: words('text'), as: TEXT_STYLES.find((style) => style === json.as) ?? 'normal' }
    case 'qr':
      return { id, kind, text: words('qr'), ...(typeof json.caption === 'string' && { caption: words('caption') }) }
  }
}

function plainBlock(name: string, number: number, { hasLetterhead }: PrintRoom, place: ErrorPlace): PrintBlock | null {
  const kind = PLAIN.find((one) => one === name)
  if (!kind) {
    place.error(
      'M090',
      `no block "${name}".${didYouMean(name, PLAIN) || ` Write ${PLAIN.map((one) => `"${one}"`).join(', ')}, or an object with ${KINDS.join(', ')}.`}`,
    )
    return null
  }
  if (kind === 'letterhead' && !hasLetterhead)
    place.error(
      'M093',
      'which settings make the letterhead is said nowhere. Write "letterhead" in schemas/application.json.',
    )
  return { id: `${kind}_${number}`, kind }
}

/** Which kinds understand what stands beside them. */
const BESIDE: { readonly [key: string]: readonly string[] } = {
  title: ['fields', 'rows'],
  columns: ['fields', 'rows'],
  inner: ['rows'],
  sum: ['rows'],
  rest: ['totals'],
  as: ['text'],
  caption: ['qr'],
}

function forbid(json: JsonObject, kind: string, place: ErrorPlace): void {
  for (const key of Object.keys(json)) {
    const of = Object.hasOwn(BESIDE, key) ? BESIDE[key] : undefined
    if (of && !of.includes(kind))
      place.in(key).error('M090', `a block of "${kind}" has no "${key}"; ${of.join(' and ')} have. Remove it.`)
  }
  if (json.columns !== undefined && (kind === 'fields') !== (typeof json.columns === 'number')) {
    place
      .in('columns')
      .error(
        'M090',
        kind === 'fields'
          ? 'say how many columns the grid has: a number from 1 to 4.'
          : 'name the columns of the table: a list of fields.',
      )
  }
}

const partyOf = (json: JsonObject, { rules }: PrintRoom, place: ErrorPlace): Party => ({
  ...(typeof json.title === 'string' && { title: json.title }),
  fields: asList(json.fields).flatMap((one, i) => printField(one, rules, place.in('fields', i)) ?? []),
})

const asList = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? (json as readonly Json[]) : [])
