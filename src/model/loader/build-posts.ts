import type { Application } from '../application'
import type { Entity } from '../entity'
import { parseFormula } from '../formulas/parse-formula'
import { isObject, type Json, type JsonObject } from '../json'
import type { Books, Chosen, PostAccount, PostLine, PostRule } from '../posts/posts'
import { namesOf, POST_AMOUNT } from '../posts/posts'
import { choices } from '../rules/choices'
import type { RuleRoom } from '../rules/parse-rule'
import { didYouMean } from '../values/did-you-mean'
import { keyword, namedField, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

type Drafts = ReadonlyMap<string, EntityDraft>
interface Room {
  readonly rules: RuleRoom
  readonly draft: EntityDraft
  readonly books: Books
  readonly drafts: Drafts
}

/**
 * Reads what records enter into the books; by now every entity has its fields, its flow and its formulas.
 * @param kept false: no feature keeps books
 */
export function linkPosts(
  drafts: Drafts,
  entities: RuleRoom['entities'],
  { books }: Application,
  room: Omit<RuleRoom, 'entity' | 'entities'>,
  kept = true,
): void {
  for (const draft of drafts.values()) {
    const written = keyword(draft, 'x-posts')
    const entity = entities[draft.name]
    if (!written || !entity || !isObject(written.value)) continue
    if (!books || !kept) {
      written.place.error(
        'M155',
        books
          ? 'no feature keeps books. Add one, or remove this.'
          : 'the application declares no books. Write "books" in schemas/application.json.',
      )
      continue
    }
    const here: Room = { rules: { ...room, entity, entities }, draft, books, drafts }
    const rules = Object.entries(written.value as { readonly [name: string]: JsonObject })
    const posts = rules.map(([name, json]) =>
      ruleOf(
        name,
        json,
        here,
        written.place.in(name),
        rules.map(([one]) => one),
      ),
    )
    draft.entity = { ...draft.entity, posts }
  }
}

function ruleOf(
  name: string,
  { on, back, kind, after, text, currency, lines }: JsonObject,
  room: Room,
  place: ErrorPlace,
  names: readonly string[],
): PostRule {
  const { draft, books, drafts } = room
  if (!/^[a-z][a-z_]*$/.test(name)) place.error('M156', `"${name}" is no name of an entry: small letters and "_".`)
  const events = list(on)
  const backs = list(back)
  events.forEach((event, i) => event === 'created' || checkMove(event, draft, place.in('on', i)))
  backs.forEach((event, i) => checkMove(event, draft, place.in('back', i)))
  if (typeof after === 'string' && (after === name || !names.includes(after)))
    place.in('after').error('M156', `"${after}" is no other rule here.${didYouMean(after, names)}`)
  if (typeof text === 'string') namedField(draft, text, place.in('text'))
  list(currency).forEach((field, i) => namedField(draft, field, place.in('currency', i)))
  const known = kindsOf(drafts, books.entries)
  return {
    name,
    on: events,
    back: backs,
    kind: chosenOf(kind ?? '', room, place.in('kind'), (one, at) => {
      if (known && !known.includes(one))
        at.error('M155', `no kind of entries "${one}".${didYouMean(one, known) || ` Known: ${known.join(', ')}.`}`)
    }),
    ...(typeof after === 'string' && { after }),
    ...(typeof text === 'string' && { text }),
    currency: list(currency),
    lines: (lines as readonly JsonObject[]).map((line, i) =>
      lineOf(line, events.length === 0, room, place.in('lines', i)),
    ),
  }
}

const list = (json: Json | undefined): readonly string[] => (Array.isArray(json) ? json.map(String) : [])

function checkMove(event: string, { entity: { flow, name } }: EntityDraft, place: ErrorPlace): void {
  const moves = Object.keys(flow?.moves ?? {})
  const [what, move = ''] = event.split(':')
  if (what !== 'moved' || !moves.includes(move)) {
    place.error(
      'M156',
      `"${event}" is no event of "${name}".${didYouMean(move, moves) || ` Known: ${['created', ...moves.map((one) => `moved:${one}`)].join(', ')}.`}`,
    )
  } else if (flow?.moves[move]?.undo_s !== undefined)
    place.error(
      'M156',
      `"${move}" can be taken back by who did it ("undo"), and the books cannot. Remove "undo" there.`,
    )
}

function lineOf({ amount, from, to }: JsonObject, isGiven: boolean, room: Room, place: ErrorPlace): PostLine {
  if (amount === undefined && !isGiven)
    place.error('M156', 'nobody says how much. Write "amount", or let the program enter it and remove "on".')
  return {
    amount:
      amount === undefined ? null : parseFormula(amount, { ...room.rules, target: POST_AMOUNT }, place.in('amount')),
    from: accountOf(from ?? '', room, place.in('from')),
    to: accountOf(to ?? '', room, place.in('to')),
  }
}

function accountOf(json: Json, room: Room, place: ErrorPlace): PostAccount {
  const { books, drafts } = room
  const isWhole = isObject(json) && json.account !== undefined
  const at = isWhole ? place.in('account') : place
  const known = kindsOf(drafts, books.accounts)
  const account = chosenOf(isWhole ? (json.account ?? '') : json, room, at, (one, there) => {
    if (known && !known.includes(one))
      there.error('M155', `no account "${one}".${didYouMean(one, known) || ` Known: ${known.join(', ')}.`}`)
  })
  const of = isWhole && typeof json.of === 'string' ? ownerOf(json.of, room, place.in('of')) : undefined
  for (const name of namesOf(account)) {
    const owner = Object.keys(books.of).find((entity) => books.of[entity]?.includes(name))
    if (known && !known.includes(name)) continue
    if (owner === undefined && of) at.error('M155', `"${name}" is the house's own account. Remove "of".`)
    if (owner !== undefined && of === undefined)
      at.error(
        'M155',
        `"${name}" is somebody's account of "${owner}". Write whose: { "account": "${name}", "of": "id_..." }.`,
      )
    if (owner !== undefined && of && of.entity !== '' && of.entity !== owner)
      at.error('M155', `"${name}" is an account of "${owner}", and "of" leads to "${of.entity}".`)
  }
  return { account, ...(of && { of }) }
}

function ownerOf(
  text: string,
  { rules: { entities }, draft }: Room,
  place: ErrorPlace,
): NonNullable<PostAccount['of']> {
  const path = text.split('.')
  const [first = '', second, ...more] = path
  if (text === 'id') return { path, entity: draft.name }
  const own = namedField(draft, first, place)
  const target = own?.ref && entities[own.ref.to]
  const field = second === undefined ? own : target?.fields[second]
  if (own && (!field?.ref || more.length > 0))
    place.error(
      'M155',
      `"${text}" says whose it is by no reference. Write a reference, or one over a reference: "id_loan.id_reader".`,
    )
  else if (own?.required === false || field?.required === false)
    place.error('M155', `"${text}" may be empty, and then it is nobody's. Write it in "required".`)
  return { path, entity: field?.ref?.to ?? '' }
}

function chosenOf(json: Json, room: Room, place: ErrorPlace, check: (name: string, place: ErrorPlace) => void): Chosen {
  if (!isObject(json)) {
    check(String(json), place)
    return String(json)
  }
  const field = namedField(room.draft, String(json.by), place.in('by'))
  const known = field ? choices(field).map(({ value }) => String(value)) : []
  if (field && field.type !== 'enum')
    place.in('by').error('M155', `"${field.name}" (${field.type}) is no choice. Name an enum of this schema.`)
  const values = Object.entries(isObject(json.values) ? json.values : {}).map(([value, one]): [string, Chosen] => {
    if (field?.type === 'enum' && !known.includes(value))
      place.in('values', value).error('M155', `no value "${value}" of "${field.name}".${didYouMean(value, known)}`)
    return [value, chosenOf(one ?? '', room, place.in('values', value), check)]
  })
  return {
    by: String(json.by),
    values: Object.fromEntries(values),
    else: chosenOf(json.else ?? '', room, place.in('else'), check),
  }
}

/** The values of an enum; null: it is not there, which was reported. */
function kindsOf(drafts: Drafts, { entity, field: name }: Books['accounts']): readonly string[] | null {
  const field = drafts.get(entity)?.fields.get(name)?.field
  return field?.type === 'enum' ? choices(field).map(({ value }) => String(value)) : null
}

/** Reports what the declaration of the books names and is not there: M157. */
export function checkBooks(
  { books }: Application,
  drafts: Drafts,
  broken: ReadonlySet<string>,
  place: ErrorPlace,
): void {
  if (!books) return
  for (const which of ['accounts', 'entries'] as const) {
    const { entity, field } = books[which]
    if (!broken.has(entity) && kindsOf(drafts, books[which]) === null)
      place
        .in('books', which)
        .error('M157', `"${entity}.${field}" is no enum of an entity.${didYouMean(entity, drafts.keys())}`)
  }
  const kinds = kindsOf(drafts, books.accounts)
  if (!kinds) return
  const owners: Entity['name'][] = [...(drafts.get(books.accounts.entity)?.fields.values() ?? [])].flatMap(
    ({ field }) => field.ref?.to ?? [],
  )
  for (const [entity, names] of Object.entries(books.of)) {
    const at = place.in('books', 'of', entity)
    if (!owners.includes(entity))
      at.error(
        'M157',
        `accounts refer to no "${entity}".${didYouMean(entity, owners) || ` They refer to: ${owners.join(', ')}.`}`,
      )
    names.forEach((name, i) => {
      if (!kinds.includes(name)) at.in(i).error('M157', `no account "${name}".${didYouMean(name, kinds)}`)
    })
  }
}
