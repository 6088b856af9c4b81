import { type FlowData, type StepRow, withSteps } from './flow-data'
import { changedProperties, unlinked, withProperties } from './patch'

/** A flow as the server has it now, with what was changed here and is not saved yet on top of it. */
interface Merged {
  readonly saved: FlowData
  readonly wanted: FlowData
  /** Steps that somebody else has made, changed or removed. */
  readonly changed: readonly number[]
}

/**
 * Three sides of a flow become one.
 * @param saved what the server had when it was last heard
 * @param wanted the same with what was drawn here since
 * @param remote what it has now
 */
export function merged(saved: FlowData, wanted: FlowData, remote: FlowData): Merged {
  const changed: number[] = []
  const rows = new Map<number, StepRow | null>()
  const kept = new Map<number, StepRow>()
  for (const [id, theirs] of remote.steps) {
    const before = saved.steps.get(id)
    const mine = wanted.steps.get(id)
    if (before && changedProperties(before, theirs).length === 0) {
      const isOlder = before.version !== theirs.version
      kept.set(id, isOlder ? theirs : before)
      if (mine && isOlder) rows.set(id, { ...mine, version: theirs.version })
      continue
    }
    kept.set(id, theirs)
    changed.push(id)
    if (!before) rows.set(id, theirs)
    else if (mine) rows.set(id, withProperties(theirs, changedProperties(before, mine), mine))
  }
  for (const id of saved.steps.keys()) {
    if (remote.steps.has(id)) continue
    rows.set(id, null)
    if (wanted.steps.has(id)) changed.push(id)
  }
  const first = wanted.first === saved.first ? remote.first : wanted.first
  return { saved: { first: remote.first, steps: kept }, wanted: unlinked(withSteps(wanted, rows, first)), changed }
}
