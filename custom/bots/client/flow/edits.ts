import type { FlowIds } from './flow-ids'
import { type FlowData, type StepRow, withSteps } from './flow-data'
import { unlinked } from './patch'

export interface CanvasPlace {
  readonly x: number
  readonly y: number
}

/** The first step of a bot is where its conversation begins. */
export const withNew = (flow: FlowData, step: StepRow): FlowData =>
  withSteps(flow, [[step.id, step]], flow.first ?? (flow.steps.size === 0 ? step.id : null))

export const without = (flow: FlowData, ids: Iterable<number>): FlowData =>
  unlinked(
    withSteps(
      flow,
      [...ids].map((id) => [id, null] as const),
    ),
  )

/** @param places of the steps that have moved */
export function movedSteps(flow: FlowData, places: Iterable<readonly [id: number, place: CanvasPlace]>): FlowData {
  const rows: [number, StepRow][] = []
  for (const [id, place] of places) {
    const step = flow.steps.get(id)
    const [x, y] = [Math.round(place.x), Math.round(place.y)]
    if (step && (step.position_x !== x || step.position_y !== y))
      rows.push([id, { ...step, position_x: x, position_y: y }])
  }
  return rows.length === 0 ? flow : withSteps(flow, rows)
}

const SHIFT = 48

/** Copies of steps beside them; links between them lead to the copies, those out of them are left out. */
export function copiedSteps(steps: readonly StepRow[], ids: FlowIds, nth: number): readonly StepRow[] {
  const twins = new Map(steps.map(({ id }) => [id, ids.steps.fresh()]))
  const twin = (id: number | null): number | null => (id === null ? null : (twins.get(id) ?? null))
  return steps.map((step) => ({
    ...step,
    id: twin(step.id) ?? 0,
    version: 0,
    position_x: step.position_x + SHIFT * nth,
    position_y: step.position_y + SHIFT * nth,
    id_bot_step_next: twin(step.id_bot_step_next),
    id_bot_step_positive: twin(step.id_bot_step_positive),
    id_bot_step_default: twin(step.id_bot_step_default),
    childs: step.childs.map((child) => ({ ...child, id: ids.childs.fresh(), id_bot_step: twin(child.id_bot_step) })),
  }))
}
