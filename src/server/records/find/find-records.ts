import { type FoundGroup, MAX_FOUND_GROUPS, MIN_FIND } from '../../../model/find-call'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import { maySee } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import { represent } from '../../../model/represent'
import type { Resource } from '../../../model/resource'
import { representFields } from '../../../model/search-fields'
import { fold } from '../../../model/values/fold'
import type { Runtime } from '../../language/runtime'
import { withFound } from '../read/look-up-search'
import { pageRows } from '../read/page-rows'
import { readQuery } from '../read/read-query'
import { TRIGRAM } from '../read/search-references'
import { searchWords } from '../read/search-words'
import type { LookedUp } from '../read/search-found'
import { labelKey } from '../fields/row-columns'
import { keySet } from '../read/asked-keys'
import { type KeySet, wireColumns } from '../read/wire-columns'
import { recordContext, type Origin, type RecordContext } from '../record-context'

/** Records of one catalogue. */
const MAX_OF_EACH = 4
/** Catalogues that are searched at once, so that one person's typing does not take all connections. */
const LANES = 4
/**
 * After so long what was found is answered, and the rest is asked for anew: a database that answers one statement at a
 * time takes seconds for all catalogues. Of a slow line later answers wait longer, so that they are few.
 */
const MAX_FIRST_MS = 250
const MAX_LATER_MS = 800

interface Found extends FoundGroup {
  readonly entity: string
  readonly isNamed: boolean
}

/** What was found, and where the rest begins; null: nothing is left to be asked. */
interface FoundPart {
  readonly groups: readonly FoundGroup[]
  readonly next: number | null
}

/**
 * The first records with all words of a text, of each catalogue that the asker may list: by the lists' own search,
 * scope, rights and hidden fields, and so by their indexes. Catalogues in which something is called so stand first. A
 * record that several catalogues list is found in the first of them.
 * @param after how many catalogues were asked before
 */
export async function findRecords(
  runtime: Runtime,
  actor: Actor,
  origin: Origin,
  text: string,
  after = 0,
): Promise<FoundPart> {
  const q = text.trim()
  const words = searchWords(q)
  if (q.length < MIN_FIND || words.length === 0) return { groups: [], next: null }
  const catalogues = searchedCatalogues(runtime, actor)
  const found: (Found | null)[] = catalogues.map(() => null)
  const lookedUp: LookedUp = new Map()
  const listed = new Set(catalogues.filter(({ closed }) => !closed).map(rowsOf))
  const ends_ms = performance.now() + (after === 0 ? MAX_FIRST_MS : MAX_LATER_MS)
  let at = after
  // One is asked in any case, so that the search goes on.
  const goesOn = (): boolean => at < catalogues.length && (at === after || performance.now() < ends_ms)
  const lane = async (): Promise<void> => {
    while (goesOn()) {
      const own = at++
      const context = await recordContext(runtime, actor, catalogues[own]?.name ?? '', origin)
      found[own] = await findIn({ ...context, lookedUp }, q, words, !listed.has(rowsOf(context.resource)))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const groups = onceEach(found.filter((one) => one !== null))
  return {
    groups: [...groups.filter(({ isNamed }) => isNamed), ...groups.filter(({ isNamed }) => !isNamed)]
      .slice(0, MAX_FOUND_GROUPS)
      .map(({ resource, records, more }) => ({ resource, records, more })),
    next: at < catalogues.length ? at : null,
  }
}

/**
 * The catalogues with a page and with texts to be searched: those that most others refer to first, since they are what
 * people look for, then in the order of the menu.
 */
function searchedCatalogues(runtime: Runtime, actor: Actor): readonly Resource[] {
  const { resources, entities } = runtime.model()
  const referring = new Map<string, number>()
  for (const { fields } of Object.values(entities))
    for (const { ref } of Object.values(fields)) if (ref) referring.set(ref.to, (referring.get(ref.to) ?? 0) + 1)
  const count = ({ entity }: Resource): number => referring.get(entity) ?? 0
  return Object.values(resources)
    .filter((one) => one.module !== null && one.rest === undefined && !one.singleton)
    .filter((one) => maySee(actor, one) && isSearched(entities[one.entity]))
    .sort((one, other) => count(other) - count(one) || one.menu.order - other.menu.order)
}

/** Which rows a catalogue lists. What is over is found under one of open records where no other lists the same rows. */
const rowsOf = ({ entity, where }: Resource): string => `${entity} ${JSON.stringify(where ?? null)}`

const isSearched = (entity: Entity | undefined): boolean =>
  entity !== undefined && Object.values(entity.fields).some(({ search }) => search)

async function findIn(
  asked: RecordContext,
  q: string,
  words: readonly string[],
  withClosed: boolean,
): Promise<Found | null> {
  const query = queryOf(asked, q, words, withClosed)
  if (!query) return null
  const context = await withFound(asked, query)
  const columns = wireColumns(context, shownKeys(context.entity))
  const { rows, next } = await pageRows(context, columns, readQuery(context, query), null)
  if (rows.length === 0) return null
  const folded = words.map(fold)
  const records = rows.map((row) => foundRecord(context, columns.decode(row, context.origin.id_session), folded))
  const isNamed = records.some(({ label }) => folded.every((word) => isWordOf(fold(label), word)))
  return { resource: asked.resource.name, entity: asked.entity.name, records, more: next !== null, isNamed }
}

/** A large table is asked for what its indexes know: a word too short for them is a number, or is not asked for. */
function queryOf(
  { entity, resource }: RecordContext,
  q: string,
  words: readonly string[],
  withClosed: boolean,
): JsonObject | null {
  const closed: JsonObject = resource.closed && withClosed ? { include_closed: 1 } : {}
  const page = { limit: MAX_OF_EACH, count: 'none' }
  if (entity.size !== 'large' || words.every((word) => word.length >= TRIGRAM)) return { ...page, q, filters: closed }
  const [number = '', ...more] = words
  const isNumber = more.length === 0 && /^\d+$/.test(number) && !entity.key
  return isNumber ? { ...page, filters: { ...closed, id: [Number(number)] } } : null
}

/** What is said of a record that was found. Planning the joins of all its references takes longer than finding it. */
function shownKeys(entity: Entity): KeySet {
  const texts = Object.values(entity.fields).filter(({ search }) => search)
  const names = [
    'id',
    ...[...representFields(entity), ...texts.map(({ name }) => name)].flatMap((name) => [name, labelKey(name)]),
    ...texts.flatMap(({ ref }) => Object.keys(ref?.expand ?? {})),
  ]
  const parts = names.flatMap((name) => {
    const computed = entity.fields[name]?.computed
    return computed?.kind === 'text'
      ? computed.parts.flatMap((part) => ('field' in part ? [part.field, labelKey(part.field)] : []))
      : []
  })
  return keySet([...names, ...parts])
}

function foundRecord(
  { entity }: RecordContext,
  record: JsonObject,
  words: readonly string[],
): FoundGroup['records'][number] {
  const labels = Object.fromEntries(
    representFields(entity).flatMap((name) => {
      const label = record[labelKey(name)]
      return typeof label === 'string' ? [[name, label] as const] : []
    }),
  )
  const label = represent(entity, { ...record, ...labels })
  const more = words.filter((word) => !hasIn(label, word))
  return { id: record.id as number | string, label, detail: detailOf(entity, record, more) }
}

/** The searched values with the words that the name has not; of a record that is but a number, whom it is about. */
function detailOf(entity: Entity, record: JsonObject, words: readonly string[]): string | null {
  const textOf = (name: string): string => (typeof record[name] === 'string' ? record[name] : '')
  const texts = Object.values(entity.fields)
    .filter(({ search }) => search)
    .map(({ name, ref }) => {
      if (!ref) return textOf(name)
      // Of whom it refers to, what has the words beside the name.
      const label = textOf(labelKey(name))
      const more = Object.keys(ref.expand)
        .map(textOf)
        .filter((text) => words.some((word) => hasIn(text, word) && !hasIn(label, word)))
      return [...new Set([label, ...more])].join(' ').trim()
    })
    .filter((text) => text !== '')
  const isNumber = representFields(entity).every((name) => name === 'id')
  const shown = texts.filter((text) => words.some((word) => hasIn(text, word)))
  return (shown.length > 0 ? shown : isNumber ? texts.slice(0, 1) : []).join(' · ') || null
}

/** Telephone numbers and plates are found however they are written. */
const hasIn = (text: string, word: string): boolean =>
  fold(text).includes(word) || signs(text).includes(signs(word) || word)
const signs = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

const isWordOf = (label: string, word: string): boolean =>
  signs(label).startsWith(signs(word) || word) || label.split(/[\s#.,()-]+/).some((part) => part.startsWith(word))

function onceEach(groups: readonly Found[]): readonly Found[] {
  const met = new Set<string>()
  const isNew = (entity: string, id: Json): boolean => {
    const key = `${entity} ${String(id)}`
    if (met.has(key)) return false
    met.add(key)
    return true
  }
  return groups
    .map((group) => ({ ...group, records: group.records.filter(({ id }) => isNew(group.entity, id)) }))
    .filter(({ records }) => records.length > 0)
}
