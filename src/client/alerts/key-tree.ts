import { fold } from '../../model/values/fold'

/** A value that a text may name, as the server says it. */
interface Key {
  readonly key: string
  readonly title: string
  readonly kind: 'value' | 'ref' | 'rows'
  readonly under: string | null
  readonly filters: readonly string[]
}

/** One line of the tree. */
export interface TreeLine {
  readonly id: string
  readonly title: string
  readonly level: number
  /** What it puts into the text; null: it only opens. */
  readonly piece: string | null
  /** Whether something stands below it, and is shown. */
  readonly open: boolean | null
}

/** Titles of the ways to write a value. */
type SayFilter = (filter: string) => string

/** The lines that are shown: of a search every value that has the words, else what is opened. */
export function treeLines(
  keys: readonly Key[],
  opened: ReadonlySet<string>,
  search: string,
  before: string,
  say: SayFilter,
): readonly TreeLine[] {
  const words = fold(search).split(' ').filter(Boolean)
  const titles = new Map(keys.filter(({ under }) => under === null).map(({ key, title }) => [key, title]))
  if (words.length > 0) {
    return keys
      .filter((one) => one.kind !== 'rows')
      .flatMap((one): readonly TreeLine[] => {
        const title = one.under === null ? one.title : `${titles.get(one.under) ?? one.under} · ${one.title}`
        const text = fold(`${title} ${one.key}`)
        return words.every((word) => text.includes(word)) ? valueLines(one, title, 1, opened, before, keys, say) : []
      })
  }
  return keys
    .filter(({ under }) => under === null)
    .flatMap((one): readonly TreeLine[] => {
      const below = keys.filter(({ under }) => under === one.key)
      if (below.length === 0) return valueLines(one, one.title, 1, opened, before, keys, say)
      const isOpen = opened.has(one.key)
      return [
        {
          id: one.key,
          title: one.title,
          level: 1,
          piece: one.kind === 'rows' ? null : pieceOf(one, null, before, keys),
          open: isOpen,
        },
        ...(isOpen ? below.flatMap((inner) => valueLines(inner, inner.title, 2, opened, before, keys, say)) : []),
      ]
    })
}

function valueLines(
  one: Key,
  title: string,
  level: number,
  opened: ReadonlySet<string>,
  before: string,
  keys: readonly Key[],
  say: SayFilter,
): readonly TreeLine[] {
  const id = `${one.under ?? ''}/${one.key}`
  const isOpen = one.filters.length > 0 ? opened.has(id) : null
  return [
    { id, title, level, piece: pieceOf(one, null, before, keys), open: isOpen },
    ...(isOpen
      ? one.filters.map(
          (filter): TreeLine => ({
            id: `${id}|${filter}`,
            title: say(filter),
            level: level + 1,
            piece: pieceOf(one, filter, before, keys),
            open: null,
          }),
        )
      : []),
  ]
}

/** What is written for a value: of a row within the rows' own marks, unless the text stands between them already. */
function pieceOf({ key, under }: Key, filter: string | null, before: string, keys: readonly Key[]): string {
  const value = `{{${key}${filter === null ? '' : `|${filter}`}}}`
  const isOfRows = under !== null && keys.some((one) => one.kind === 'rows' && one.key === under)
  if (!isOfRows || isWithin(before, under)) return value
  return `{{#${under}}}${value}{{/${under}}}`
}

const isWithin = (before: string, rows: string): boolean =>
  before.lastIndexOf(`{{#${rows}}}`) > before.lastIndexOf(`{{/${rows}}}`)
