import type { FlowData } from './flow-data'
import { applied, type Patch, patchOf, reversed } from './patch'

const MAX_STEPS_BACK = 100
// Arrow keys that follow each other at once are one movement.
const ONE_MOVE_MS = 800

interface Entry {
  readonly patch: Patch
  readonly kind: string
  readonly at_ms: number
}

export interface History {
  readonly back: readonly Entry[]
  readonly forth: readonly Entry[]
}
export const NO_HISTORY: History = { back: [], forth: [] }

/** The history after one more edit. @param kind `move` joins the one before, if the same steps moved a moment ago */
export function remembered(
  { back }: History,
  before: FlowData,
  after: FlowData,
  kind: string,
  now_ms: number,
): History {
  const patch = patchOf(before, after)
  if (!patch) return { back, forth: [] }
  const last = back.at(-1)
  if (last && kind === 'move' && last.kind === kind && now_ms - last.at_ms < ONE_MOVE_MS && isOver(last.patch, patch)) {
    const joined: Patch = {
      first: null,
      steps: last.patch.steps.map((one, at) => ({ ...one, to: patch.steps[at]?.to ?? one.to })),
    }
    return { back: [...back.slice(0, -1), { patch: joined, kind, at_ms: now_ms }], forth: [] }
  }
  return { back: [...back, { patch, kind, at_ms: now_ms }].slice(-MAX_STEPS_BACK), forth: [] }
}

const isOver = (one: Patch, other: Patch): boolean =>
  one.steps.length === other.steps.length && one.steps.every(({ id }, at) => other.steps[at]?.id === id)

export const undone = (flow: FlowData, { back, forth }: History): readonly [FlowData, History] | null => {
  const entry = back.at(-1)
  return entry ? [applied(flow, reversed(entry.patch)), { back: back.slice(0, -1), forth: [...forth, entry] }] : null
}

export const redone = (flow: FlowData, { back, forth }: History): readonly [FlowData, History] | null => {
  const entry = forth.at(-1)
  return entry ? [applied(flow, entry.patch), { back: [...back, entry], forth: forth.slice(0, -1) }] : null
}
