import { type Edge, MarkerType } from '@xyflow/react'
import type { Say } from '#engine/ui'
import type { EdgeKind } from '../../model'
import { drawnExits } from '../flow/exits'
import type { FlowData, StepRow } from '../flow/flow-data'
import type { StepWords } from './step-words'

export const START = 'start'

/** How a kind of edge is told from the others without its colour. */
const DASHES: { readonly [kind in EdgeKind | 'first']: string | undefined } = {
  first: undefined,
  next: undefined,
  positive: '12 4',
  default: '3 5',
  child: '8 3 2 3',
}

export type FlowEdge = Edge

/** The step and the exit that an edge stands for. @returns from: null for the start */
export const exitOf = (edge: {
  readonly source: string
  readonly sourceHandle?: string | null
}): { readonly from: number | null; readonly exit: string } => ({
  from: edge.source === START ? null : Number(edge.source),
  exit: edge.sourceHandle ?? 'next',
})

interface EdgesAsked {
  readonly flow: FlowData
  readonly say: Say
  readonly words: StepWords
  readonly tint: (kind: EdgeKind | 'first') => string
  /** Colour behind labels. */
  readonly ground: string
  readonly lit: ReadonlySet<string>
  readonly chosen: ReadonlySet<string>
  /** Too small to be read: without words. */
  readonly isFar: boolean
}

type Look = Omit<EdgesAsked, 'flow'>
const drawn = new WeakMap<
  StepRow,
  { readonly marks: string; readonly words: StepWords; readonly edges: readonly FlowEdge[] }
>()

/** All edges of a flow. Those of a step that is as before stay the same objects. */
export function flowEdges({ flow, ...look }: EdgesAsked): FlowEdge[] {
  const start =
    flow.first === null ? [] : [edgeOf(null, 'first', 'first', flow.first, look.say('bots.flow.exits.first'), look)]
  return [...start, ...[...flow.steps.values()].flatMap((step) => edgesFrom(step, look))]
}

function edgesFrom(step: StepRow, look: Look): readonly FlowEdge[] {
  const exits = drawnExits(step).filter(({ target }) => target !== null)
  const marks = `${look.tint('first')} ${look.isFar} ${exits.map(({ key }) => `${look.lit.has(`${step.id}.${key}`)} ${look.chosen.has(`${step.id}.${key}`)}`).join(' ')}`
  const before = drawn.get(step)
  if (before?.marks === marks && before.words === look.words) return before.edges
  const edges = exits.map((exit) =>
    edgeOf(step.id, exit.key, exit.kind, exit.target ?? 0, look.words.exitTitle(exit, step), look),
  )
  drawn.set(step, { marks, words: look.words, edges })
  return edges
}

function edgeOf(
  from: number | null,
  exit: string,
  kind: EdgeKind | 'first',
  target: number,
  label: string,
  { tint, ground, lit, chosen, isFar }: Look,
): FlowEdge {
  const source = from === null ? START : String(from)
  const id = `${source}.${exit}`
  const [colour, isLit] = [tint(kind), lit.has(id)]
  return {
    // Its beginning stays free for a new line from the same exit.
    id,
    reconnectable: 'target',
    source,
    sourceHandle: exit,
    target: String(target),
    targetHandle: 'in',
    label: isFar ? undefined : label,
    selected: chosen.has(id),
    className: classOf(kind, isLit),
    zIndex: isLit ? 1 : 0,
    style: { stroke: colour, strokeWidth: isLit ? 4 : kind === 'first' ? 3 : 2, strokeDasharray: DASHES[kind] },
    markerEnd: { type: MarkerType.ArrowClosed, color: colour },
    // Said here rather than by a variable, so that a picture has it.
    labelStyle: { fill: colour },
    labelBgStyle: { fill: ground },
    labelBgPadding: [6, 3],
    labelBgBorderRadius: 4,
    domAttributes: { 'aria-hidden': true },
  }
}

const classOf = (kind: string, isLit: boolean): string => (isLit ? `${kind} lit` : kind)
