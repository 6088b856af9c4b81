import { isSame, type Json } from '#engine/model'
import { type FlowData, type StepRow, withSteps } from './flow-data'

interface StepChange {
  readonly id: number
  readonly from: StepRow | null
  readonly to: StepRow | null
}

/** What one edit changed, so that it can be taken back. */
export interface Patch {
  readonly steps: readonly StepChange[]
  readonly first: { readonly from: number | null; readonly to: number | null } | null
}

/** What differs between two flows; null: nothing. Rows that are the same object are not looked into. */
export function patchOf(before: FlowData, after: FlowData): Patch | null {
  const steps: StepChange[] = []
  for (const [id, from] of before.steps) {
    const to = after.steps.get(id) ?? null
    if (to !== from && (to === null || changedProperties(from, to).length > 0)) steps.push({ id, from, to })
  }
  for (const [id, to] of after.steps) if (!before.steps.has(id)) steps.push({ id, from: null, to })
  const first = before.first === after.first ? null : { from: before.first, to: after.first }
  return steps.length === 0 && first === null ? null : { steps, first }
}

export const reversed = ({ steps, first }: Patch): Patch => ({
  steps: steps.map(({ id, from, to }) => ({ id, from: to, to: from })),
  first: first && { from: first.to, to: first.from },
})

const isEqual = (one: StepRow[keyof StepRow], other: StepRow[keyof StepRow]): boolean =>
  one === other || isSame(one as Json, other as Json)

/** Names whose values differ. `version` is the server's alone. */
export const changedProperties = (from: StepRow, to: StepRow): readonly (keyof StepRow)[] =>
  (Object.keys(to) as readonly (keyof StepRow)[]).filter((name) => name !== 'version' && !isEqual(from[name], to[name]))

/** A row with the values that another one has under some names. */
export const withProperties = (row: StepRow, names: readonly (keyof StepRow)[], other: StepRow): StepRow => ({
  ...row,
  ...Object.fromEntries(names.map((name) => [name, other[name]])),
})

/**
 * Does a patch to a flow that others may have changed since: field by field, and only where the value is still the one
 * the patch knows. Links to steps that are no longer there are left out.
 */
export function applied(flow: FlowData, { steps, first }: Patch): FlowData {
  const rows = new Map<number, StepRow | null>()
  for (const { id, from, to } of steps) {
    const now = flow.steps.get(id)
    if (to === null) rows.set(id, null)
    else if (now && from)
      rows.set(
        id,
        withProperties(
          now,
          changedProperties(from, to).filter((name) => isEqual(now[name], from[name])),
          to,
        ),
      )
    // What was only changed here, and somebody else removed since, stays away.
    else if (!from) rows.set(id, to)
  }
  return unlinked(withSteps(flow, rows, first && flow.first === first.from ? first.to : flow.first))
}

/** The same flow without links to steps that it does not have. */
export function unlinked(flow: FlowData): FlowData {
  const has = (id: number | null): boolean => id === null || flow.steps.has(id)
  const kept = (target: number | null): number | null => (has(target) ? target : null)
  const rows: [number, StepRow][] = []
  for (const [id, row] of flow.steps) {
    if (
      has(row.id_bot_step_next) &&
      has(row.id_bot_step_positive) &&
      has(row.id_bot_step_default) &&
      row.childs.every((child) => has(child.id_bot_step))
    )
      continue
    rows.push([
      id,
      {
        ...row,
        id_bot_step_next: kept(row.id_bot_step_next),
        id_bot_step_positive: kept(row.id_bot_step_positive),
        id_bot_step_default: kept(row.id_bot_step_default),
        childs: row.childs.map((child) => ({ ...child, id_bot_step: kept(child.id_bot_step) })),
      },
    ])
  }
  const first = kept(flow.first)
  return rows.length === 0 && first === flow.first ? flow : withSteps(flow, rows, first)
}
