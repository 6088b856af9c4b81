import { useMemo, useState } from 'react'
import { bestPlace } from '../../model/plan/best-place'
import { costOfMove, type MoveCost } from '../../model/plan/cost-of-move'
import { evaluatePlan } from '../../model/plan/evaluate'
import type { Evaluation } from '../../model/plan/evaluation'
import type { Problem } from '../../model/plan/problem'
import { planOrder, planOfOrder } from '../../model/problem-wire'
import { movedPlan } from '../../model/plan/order'
import type { GroupingRoute } from '../../model/grouping-wire'

/** One order of the stops, with the stops that keep their place in it. */
interface Draft {
  readonly order: readonly number[]
  readonly locked: readonly number[]
}

export interface Resort {
  readonly order: readonly number[]
  readonly locked: ReadonlySet<number>
  /** How many stops stand in front that were driven. */
  readonly driven: number
  readonly before: Evaluation
  readonly now: Evaluation
  readonly isChanged: boolean
  readonly move: (stop: number, position: number) => void
  /** What a move would change, at once: it is asked at every pixel of a drag. */
  readonly costOf: (stop: number, position: number) => MoveCost
  readonly best: (stop: number) => void
  readonly toggleLock: (stop: number) => void
  readonly take: (order: readonly number[]) => void
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
  readonly reset: () => void
}

/** The order of a route as somebody changes it, with every step back and forth. */
export function useResort(route: GroupingRoute, problem: Problem): Resort {
  const stored = useMemo(
    (): Draft => ({
      order: route.stops.map(({ id }) => id),
      locked: route.stops.filter((stop) => stop.locked).map(({ id }) => id),
    }),
    [route],
  )
  const [steps, setSteps] = useState<{ readonly of: Draft; readonly list: readonly Draft[]; readonly at: number }>({
    of: stored,
    list: [stored],
    at: 0,
  })
  // Another route was loaded: what was tried over the old one is gone.
  const current = steps.of === stored ? steps : { of: stored, list: [stored], at: 0 }
  const draft = current.list[current.at] ?? stored
  const put = (next: Draft): void =>
    setSteps({ of: stored, list: [...current.list.slice(0, current.at + 1), next], at: current.at + 1 })
  const go = (at: number): void => setSteps({ ...current, at })
  const free = useMemo(
    (): Problem => ({ ...problem, locks: { ...problem.locks, positions: lockedAt(draft) } }),
    [problem, draft],
  )
  const before = useMemo(() => evaluatePlan(problem, planOfOrder(problem, stored.order)), [problem, stored])
  const plan = useMemo(() => planOfOrder(free, draft.order), [free, draft])
  const now = useMemo(() => evaluatePlan(free, plan), [free, plan])
  const vehicle = problem.vehicles[0]
  const moveOf = (stop: number, position: number) => ({ stop, position, vehicle: vehicle?.id ?? 0 })
  return {
    order: draft.order,
    locked: new Set(draft.locked),
    driven: vehicle?.driven.length ?? 0,
    before,
    now,
    isChanged:
      draft.order.join() !== stored.order.join() ||
      [...draft.locked].sort().join() !== [...stored.locked].sort().join(),
    move: (stop, position) => {
      if (draft.order[position] !== stop)
        put({ ...draft, order: planOrder(movedPlan(free, plan, moveOf(stop, position))) })
    },
    costOf: (stop, position) => costOfMove(free, plan, moveOf(stop, position), now),
    best: (stop) => {
      const move = bestPlace(free, plan, { stop })
      if (move && 'position' in move && draft.order[move.position] !== stop)
        put({ ...draft, order: planOrder(movedPlan(free, plan, move)) })
    },
    toggleLock: (stop) =>
      put({
        ...draft,
        locked: draft.locked.includes(stop) ? draft.locked.filter((one) => one !== stop) : [...draft.locked, stop],
      }),
    take: (order) => put({ ...draft, order }),
    undo: current.at > 0 ? () => go(current.at - 1) : null,
    redo: current.at < current.list.length - 1 ? () => go(current.at + 1) : null,
    reset: () => put(stored),
  }
}

const lockedAt = ({ order, locked }: Draft): Problem['locks']['positions'] =>
  order.flatMap((stop, position) => (locked.includes(stop) ? [{ stop, position }] : []))
