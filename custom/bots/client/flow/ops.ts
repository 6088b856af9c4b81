import { isSame } from '#engine/model'
import { type ChildRow, CONTENT, type FlowData, type Link, LINKS, type StepRow } from './flow-data'

/** One call that brings the server nearer to what is drawn. */
export type Op =
  | { readonly kind: 'create'; readonly id: number }
  | {
      readonly kind: 'content'
      readonly id: number
      readonly names: readonly (typeof CONTENT)[number][]
      readonly childs: boolean
    }
  | { readonly kind: 'link'; readonly id: number; readonly link: Link; readonly to: number | null }
  | { readonly kind: 'child'; readonly id: number; readonly child: number; readonly to: number | null }
  | { readonly kind: 'first'; readonly to: number | null }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'places'; readonly ids: readonly number[] }

/**
 * The next call; null: the server has what is drawn. New steps come before links to them, cleared links before
 * removals, places last and all together.
 * @param withPlaces false: steps may still be moving
 */
export function nextOp(saved: FlowData, wanted: FlowData, withPlaces: boolean): Op | null {
  const both: [StepRow, StepRow][] = []
  const fresh: StepRow[] = []
  for (const [id, row] of wanted.steps) {
    const before = saved.steps.get(id)
    if (!before) fresh.push(row)
    else if (before !== row) both.push([before, row])
  }
  // A jump is nothing without its target.
  const made =
    fresh.find(({ type }) => type !== '2') ??
    fresh.find(({ id_bot_step_next: to }) => to === null || saved.steps.has(to)) ??
    fresh[0]
  if (made) return { kind: 'create', id: made.id }
  for (const [before, row] of both) {
    const names = CONTENT.filter((name) => before[name] !== row[name])
    const childs = !isSame(bare(before), bare(row))
    if (names.length > 0 || childs) return { kind: 'content', id: row.id, names, childs }
  }
  for (const [before, row] of both) {
    const link = LINKS.find((name) => before[name] !== row[name])
    if (link) return { kind: 'link', id: row.id, link, to: row[link] }
    const at = row.childs.findIndex((child, n) => before.childs[n]?.id_bot_step !== child.id_bot_step)
    const child = row.childs[at]
    if (child) return { kind: 'child', id: row.id, child: child.id, to: child.id_bot_step }
  }
  if (saved.first !== wanted.first) return { kind: 'first', to: wanted.first }
  for (const id of saved.steps.keys()) if (!wanted.steps.has(id)) return { kind: 'remove', id }
  if (!withPlaces) return null
  const ids = both
    .filter(([before, row]) => before.position_x !== row.position_x || before.position_y !== row.position_y)
    .map(([, { id }]) => id)
  return ids.length > 0 ? { kind: 'places', ids } : null
}

/** Children without where they lead. */
const bare = ({ childs }: StepRow): readonly Omit<ChildRow, 'id_bot_step'>[] =>
  childs.map(({ id_bot_step: _target, ...child }) => child)

export interface Answered {
  readonly made?: StepRow
  readonly version?: number
}

/**
 * What the server has after a call.
 * @param made the row as it answered, under the editor's ids
 * @param version of the step, where the call told it
 */
export function afterOp(saved: FlowData, wanted: FlowData, op: Op, { made, version }: Answered): FlowData {
  const steps = new Map(saved.steps)
  const put = (id: number, part: Partial<StepRow>): void => {
    const before = steps.get(id)
    if (before) steps.set(id, { ...before, ...part })
  }
  const told = version === undefined ? {} : { version }
  switch (op.kind) {
    case 'create':
    case 'content':
      if (made) steps.set(op.id, made)
      break
    case 'link':
      put(op.id, { [op.link]: op.to, ...told })
      break
    case 'child':
      put(op.id, {
        childs:
          steps.get(op.id)?.childs.map((child) => (child.id === op.child ? { ...child, id_bot_step: op.to } : child)) ??
          [],
        ...told,
      })
      break
    case 'first':
      return { first: op.to, steps }
    case 'remove':
      steps.delete(op.id)
      break
    case 'places':
      for (const id of op.ids) {
        const row = wanted.steps.get(id)
        if (row) put(id, { position_x: row.position_x, position_y: row.position_y })
      }
  }
  return { first: saved.first, steps }
}
