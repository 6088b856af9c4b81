import { exitsOf } from '../flow/exits'
import type { FlowData, StepRow } from '../flow/flow-data'

/** Steps as a conversation meets them: from the first one, the shortest way, its exits in order. Those that nothing leads to come last. */
export function stepsInOrder(flow: FlowData): readonly StepRow[] {
  const met = new Set<number>()
  const walk = (begin: number): void => {
    const queue = [begin]
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const step = flow.steps.get(id)
      if (!step || met.has(id)) continue
      met.add(id)
      for (const { target } of exitsOf(step)) if (target !== null && !met.has(target)) queue.push(target)
    }
  }
  if (flow.first !== null) walk(flow.first)
  for (const id of flow.steps.keys()) if (!met.has(id)) walk(id)
  return [...met].flatMap((id) => flow.steps.get(id) ?? [])
}
