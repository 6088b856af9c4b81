import { type Edge, MarkerType } from '@xyflow/react'
import type { Say } from '#engine/ui'
import type { EdgeKind } from '../../model'
import { exitsOf } from '../flow/exits'
import type { FlowData } from '../flow/flow-data'
import type { StepWords } from './step-words'

export const START = 'start'

/** How a kind of edge is told from the others without its colour. */
const DASHES: { readonly [kind in EdgeKind | 'first']: string | undefined } = { first: undefined, next: undefined, positive: '12 4', default: '3 5', child: '8 3 2 3' }

export type FlowEdge = Edge<{ readonly from: number | null; readonly exit: string }>

/** The step and the exit that an edge stands for. @returns from: null for the start */
export const exitOf = (edge: { readonly source: string; readonly sourceHandle?: string | null }): { readonly from: number | null; readonly exit: string } =>
  ({ from: edge.source === START ? null : Number(edge.source), exit: edge.sourceHandle ?? 'next' })

interface EdgesAsked {
  readonly flow: FlowData
  readonly say: Say
  readonly words: StepWords
  readonly tint: (kind: EdgeKind | 'first') => string
  readonly lit: ReadonlySet<string>
  readonly chosen: ReadonlySet<string>
}

/** All edges of a flow. Those that are as before stay the same objects. @param before by their ids */
export function edgesOf({ flow, say, words, tint, lit, chosen }: EdgesAsked, before: ReadonlyMap<string, FlowEdge>): readonly FlowEdge[] {
  const edges: FlowEdge[] = []
  const put = (from: number | null, exit: string, kind: EdgeKind | 'first', target: number, label: string): void => {
    const source = from === null ? START : String(from)
    const id = `${source}.${exit}`
    const [colour, isLit, selected] = [tint(kind), lit.has(id), chosen.has(id)]
    const known = before.get(id)
    if (known && known.target === String(target) && known.label === label && known.selected === selected && known.className === classOf(kind, isLit) && known.style?.stroke === colour) return void edges.push(known)
    edges.push({
      id, source, sourceHandle: exit, target: String(target), targetHandle: 'in', data: { from, exit }, label, selected, className: classOf(kind, isLit), zIndex: isLit ? 1 : 0,
      style: { stroke: colour, strokeWidth: isLit ? 4 : kind === 'first' ? 3 : 2, strokeDasharray: DASHES[kind] }, markerEnd: { type: MarkerType.ArrowClosed, color: colour },
      labelStyle: { fill: colour }, ariaLabel: null as unknown as string,
    })
  }
  if (flow.first !== null) put(null, 'first', 'first', flow.first, say('bots.flow.exits.first'))
  for (const step of flow.steps.values()) {
    for (const exit of exitsOf(step)) {
      if (exit.target !== null) put(step.id, exit.key, exit.kind, exit.target, words.exitTitle(exit, step))
    }
  }
  return edges
}

const classOf = (kind: string, isLit: boolean): string => (isLit ? `${kind} lit` : kind)
