import { drawnExits } from '../flow/exits'
import type { FlowData, StepRow } from '../flow/flow-data'

/**
 * Steps that a conversation meets from one of them on, the nearest first, the exits of each in their order.
 * @param met steps that were met before; grows
 */
export function reachedFrom(flow: FlowData, begin: number, met = new Set<number>()): Set<number> {
  const queue = [begin]
  // The queue grows while it is read.
  for (const id of queue) {
    const step = flow.steps.get(id)
    if (!step || met.has(id)) continue
    met.add(id)
    for (const { target } of drawnExits(step)) if (target !== null && !met.has(target)) queue.push(target)
  }
  return met
}

/** Steps as a conversation meets them. Those that nothing leads to come last. */
export function stepsInOrder(flow: FlowData): readonly StepRow[] {
  const met = new Set<number>()
  for (const id of flow.first === null ? flow.steps.keys() : [flow.first, ...flow.steps.keys()])
    if (!met.has(id)) reachedFrom(flow, id, met)
  return [...met].flatMap((id) => flow.steps.get(id) ?? [])
}
