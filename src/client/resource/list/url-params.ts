export const LAYOUT_PARAM = 'layout'
/** Where in a layout one is: the month of a calendar, the box of a map, the record beside the rows. */
export const PLACE_PARAM = 'at'

/** What the controller does not know of stays in the address when it changes the rest. */
export function keepLayout(search: string, before: string): string {
  const params = new URLSearchParams(search)
  const known = new URLSearchParams(before)
  for (const name of [LAYOUT_PARAM, PLACE_PARAM]) {
    const held = known.get(name)
    if (held && !params.has(name)) params.set(name, held)
  }
  return `?${params}`
}

/**
 * The list's place in the URL, in the spec's names (spec 1 §2): `page, limit, order_col, order_dir, filters`.
 * react-admin's controller has its own (`page, perPage, sort, order, filter`); these two functions convert.
 */
export function toController(search: string, filterNames: ReadonlySet<string>): string {
  const ours = new URLSearchParams(search)
  const theirs = new URLSearchParams()
  const carry = (from: string, to: string, read = (text: string) => text) => {
    const text = ours.get(from)
    if (text) theirs.set(to, read(text))
  }
  carry('page', 'page')
  carry('limit', 'perPage')
  carry('order_col', 'sort')
  carry('order_dir', 'order', (text) => (text.toLowerCase() === 'desc' ? 'DESC' : 'ASC'))
  if (theirs.has('sort') && !theirs.has('order')) theirs.set('order', 'ASC')
  const filter = { ...objectOf(ours.get('filters')), ...flatFilters(ours, filterNames) }
  if (Object.keys(filter).length || ours.has('filters')) theirs.set('filter', JSON.stringify(filter))
  return theirs.size ? `?${theirs}` : ''
}

export function fromController(search: string): string {
  const theirs = new URLSearchParams(search)
  const ours = new URLSearchParams()
  ours.set('page', theirs.get('page') ?? '1')
  const carry = (from: string, to: string) => {
    const text = theirs.get(from)
    if (text) ours.set(to, text)
  }
  carry('perPage', 'limit')
  carry('sort', 'order_col')
  const order = theirs.get('order')
  if (order) ours.set('order_dir', order.toLowerCase())
  const filter = objectOf(theirs.get('filter'))
  if (Object.keys(filter).length) ours.set('filters', JSON.stringify(filter))
  return `?${ours}`
}

/** A link such as `/vehicles?id_user=5` filters by that field. */
function flatFilters(params: URLSearchParams, names: ReadonlySet<string>): { [name: string]: string } {
  return Object.fromEntries([...params].filter(([name, value]) => names.has(name) && value !== ''))
}

function objectOf(text: string | null): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** A list's own order, as the controller has it. */
export const listOrder = ([field, direction]: readonly [field: string, direction: 'asc' | 'desc']): {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
} => ({ field, order: direction === 'desc' ? 'DESC' : 'ASC' })
