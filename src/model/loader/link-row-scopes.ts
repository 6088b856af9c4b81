import { isSharedIn, rowScope, scopePath, type Scope } from '../entity'
import { fileOf, keyword, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

type Drafts = ReadonlyMap<string, EntityDraft>

/** A record that has the rows of an entity, and the reference of these that leads to it. */
interface Parent {
  readonly draft: EntityDraft
  readonly link: string
  readonly place: ErrorPlace
  readonly isForSome: boolean
}

const written = (draft: EntityDraft): Scope | null => (keyword(draft, 'x-scope')?.value as Scope | undefined) ?? null

/**
 * Rows of a record are seen and changed by whoever sees and changes the record: unless `x-scope` says whose they are,
 * they belong where it belongs. Where they would be seen by fewer or by more, the start is refused (M127).
 */
export function linkRowScopes(drafts: Drafts): void {
  const parents = parentsOf(drafts)
  for (const draft of drafts.values()) {
    draft.scope = scopeOf(draft, parents, new Set())
  }
  for (const [name, [first, ...others]] of parents) {
    const rows = drafts.get(name)
    if (!rows || !first) continue
    if (others.length === 0) checkRows(rows, first)
    else if (!written(rows) && !areAlike([first, ...others].map((parent) => scopeThrough(parent, parents)))) {
      first.place.error(
        'M127',
        `"${name}" are rows of several records, which do not belong alike. Write "x-scope" in ${fileOf(rows)}.`,
      )
    }
  }
}

function parentsOf(drafts: Drafts): ReadonlyMap<string, readonly Parent[]> {
  const found = new Map<string, Parent[]>()
  for (const draft of drafts.values()) {
    for (const { field, place } of draft.fields.values()) {
      const { children } = field
      if (!children || !place) continue
      found.set(children.of, [
        ...(found.get(children.of) ?? []),
        { draft, link: children.link, place: place.in('x-of'), isForSome: field.schema['x-see'] !== undefined },
      ])
    }
  }
  return found
}

/** As written, or that of the records whose rows these are, if all of those say the same. */
function scopeOf(draft: EntityDraft, parents: ReadonlyMap<string, readonly Parent[]>, on: ReadonlySet<string>): Scope {
  const own = written(draft)
  if (own || on.has(draft.name)) return own ?? {}
  const scopes = (parents.get(draft.name) ?? []).map((parent) =>
    scopeThrough(parent, parents, new Set([...on, draft.name])),
  )
  return areAlike(scopes) ? (scopes[0] ?? {}) : {}
}

const scopeThrough = (
  { draft, link }: Parent,
  parents: ReadonlyMap<string, readonly Parent[]>,
  on: ReadonlySet<string> = new Set(),
): Scope => rowScope(scopeOf(draft, parents, on), link)

const areAlike = (scopes: readonly Scope[]): boolean =>
  new Set(scopes.map((scope) => JSON.stringify(Object.entries(scope).toSorted()))).size <= 1

function checkRows(rows: EntityDraft, { draft, link, place, isForSome }: Parent): void {
  const [own, ofRecord] = [rows.scope ?? {}, draft.scope ?? {}]
  const names = [
    ...new Set([
      ...Object.keys(ofRecord),
      ...(Array.isArray(ofRecord.shared) ? (ofRecord.shared as readonly string[]) : []),
    ]),
  ].filter((name) => name !== 'shared' && name !== 'edit')
  const isWithin = (name: string): boolean => scopePath(own, name) !== undefined || isSharedIn(own, name)
  const lost = names.filter((name) => !isWithin(name))
  const remedy = `Remove "x-scope" of ${fileOf(rows)}, so that they follow their record, or write there as ${JSON.stringify(rowScope(ofRecord, link))}.`
  if (!isForSome && (lost.length > 0 || (ofRecord.shared === true && own.shared !== true))) {
    place.error(
      'M127',
      `whoever sees "${draft.name}" by the scope ${lost.length > 0 ? lost.join(', ') : 'shared'} would see none of its rows "${rows.name}". ${remedy}`,
    )
  } else if (own.shared === true && ofRecord.shared !== true) {
    place.error('M127', `everybody would read rows "${rows.name}" of "${draft.name}" that they do not see. ${remedy}`)
  }
}
