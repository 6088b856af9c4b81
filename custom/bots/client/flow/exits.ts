import { type EdgeKind, exitsOf as typedExits } from '../../model'
import { LINKS, type FlowData, type Link, type StepRow, withSteps } from './flow-data'

/** A place where a step can lead on. */
export interface Exit {
  /** `next`, `positive`, `default`, `child:-7`: also the id of its handle. */
  readonly key: string
  readonly kind: EdgeKind
  readonly target: number | null
}

type LinkKind = Exclude<EdgeKind, 'child'>
const LINK_OF: { readonly [kind in LinkKind]: Link } = {
  next: 'id_bot_step_next',
  positive: 'id_bot_step_positive',
  default: 'id_bot_step_default',
}
const KIND_OF: { readonly [link in Link]: LinkKind } = {
  id_bot_step_next: 'next',
  id_bot_step_positive: 'positive',
  id_bot_step_default: 'default',
}

/**
 * Where a step can lead. A link that its type does not follow is there too while it is set, so that it can be cleared.
 */
export function drawnExits(step: StepRow): readonly Exit[] {
  const exits = typedExits(step).map(
    ({ kind, to, child }): Exit => ({ key: kind === 'child' ? `child:${child}` : kind, kind, target: to }),
  )
  const known = new Set(exits.map(({ key }) => key))
  for (const { id, id_bot_step } of step.childs)
    if (id_bot_step !== null && !known.has(`child:${id}`))
      exits.push({ key: `child:${id}`, kind: 'child', target: id_bot_step })
  for (const link of LINKS)
    if (step[link] !== null && !known.has(KIND_OF[link]))
      exits.push({ key: KIND_OF[link], kind: KIND_OF[link], target: step[link] })
  return exits
}

/** The flow with an exit that leads to a step, or nowhere. @param from null: the start, node 0 */
export function connected(flow: FlowData, from: number | null, exit: string, to: number | null): FlowData {
  if (from === null) return flow.first === to ? flow : withSteps(flow, [], to)
  const step = flow.steps.get(from)
  if (!step) return flow
  if (exit.startsWith('child:')) {
    const id = Number(exit.slice('child:'.length))
    return withSteps(flow, [
      [
        from,
        { ...step, childs: step.childs.map((child) => (child.id === id ? { ...child, id_bot_step: to } : child)) },
      ],
    ])
  }
  return withSteps(flow, [[from, { ...step, [LINK_OF[exit as LinkKind]]: to }]])
}
