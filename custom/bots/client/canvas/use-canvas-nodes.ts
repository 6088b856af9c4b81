import { applyNodeChanges, type NodeChange, type NodeSelectionChange } from '@xyflow/react'
import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react'
import { useSay } from '#engine/ui'
import type { CanvasPlace } from '../flow/edits'
import { drawnExits } from '../flow/exits'
import type { FlowData, StepRow } from '../flow/flow-data'
import { START } from './edges'
import { stepsInOrder } from './order'
import type { FlowNode, StepData, StepFacts, StepNodeType } from './step-node'
import { type StepWords, useStepWords } from './step-words'

/** What is said about steps beside what they are. */
export interface Marks {
  readonly errors: ReadonlyMap<number, { readonly grave: number; readonly light: number }>
  /** Places of steps in the path of the trial. */
  readonly lit: ReadonlyMap<number, number>
}

interface CanvasNodes {
  readonly nodes: FlowNode[]
  readonly onNodesChange: (changes: NodeChange<FlowNode>[]) => void
}

const START_GAP = 150

/**
 * Nodes of a flow for the canvas. While steps are dragged only the places change here; the flow learns of them when
 * they rest, so nothing is derived from nodes at each movement.
 */
export function useCanvasNodes(
  flow: FlowData,
  marks: Marks,
  chosen: ReadonlySet<number>,
  onChosen: Dispatch<SetStateAction<ReadonlySet<number>>>,
  onMoved: (places: readonly (readonly [number, CanvasPlace])[]) => void,
): CanvasNodes {
  const say = useSay()
  const words = useStepWords()
  const drawn = useMemo(() => nodesOf(flow, marks, words, say), [flow, marks, words, say])
  const [held, setHeld] = useState<{
    readonly of: readonly FlowNode[]
    readonly chosen: ReadonlySet<number>
    readonly nodes: FlowNode[]
  }>({ of: [], chosen, nodes: [] })
  // Drawn anew in the same pass as the flow: places that are being dragged and measured sizes stay.
  const now =
    held.of === drawn && held.chosen === chosen
      ? held
      : { of: drawn, chosen, nodes: reconciled(held.nodes, drawn, chosen) }
  if (now !== held) setHeld(now)
  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const rest = changes.filter(({ type }) => type !== 'select' && type !== 'remove')
      if (rest.length > 0) setHeld((before) => ({ ...before, nodes: applyNodeChanges(rest, before.nodes) }))
      const picks = changes.flatMap((change) => (change.type === 'select' && change.id !== START ? [change] : []))
      if (picks.length > 0) onChosen((before) => picked(before, picks))
      const places = changes.flatMap((change) =>
        change.type === 'position' && change.dragging === false && change.position && change.id !== START
          ? [[Number(change.id), change.position] as const]
          : [],
      )
      if (places.length > 0) onMoved(places)
    },
    [onChosen, onMoved],
  )
  return { nodes: now.nodes, onNodesChange }
}

function picked(before: ReadonlySet<number>, picks: readonly NodeSelectionChange[]): ReadonlySet<number> {
  if (picks.every(({ id, selected }) => before.has(Number(id)) === selected)) return before
  const next = new Set(before)
  for (const { id, selected } of picks) {
    if (selected) next.add(Number(id))
    else next.delete(Number(id))
  }
  return next
}

const known = new WeakMap<StepRow, StepNodeType>()

function nodesOf(
  flow: FlowData,
  { errors, lit }: Marks,
  words: StepWords,
  say: ReturnType<typeof useSay>,
): readonly FlowNode[] {
  const first = flow.first === null ? undefined : flow.steps.get(flow.first)
  const corner = first ?? flow.steps.values().next().value
  const start: FlowNode = {
    id: START,
    type: 'start',
    data: {},
    draggable: false,
    deletable: false,
    selectable: false,
    focusable: false,
    ariaLabel: say('bots.flow.start'),
    position: { x: (corner?.position_x ?? 200) - START_GAP, y: corner?.position_y ?? 100 },
  }
  return [
    start,
    ...stepsInOrder(flow).map((step): StepNodeType => {
      const { grave = 0, light = 0 } = errors.get(step.id) ?? {}
      const jump =
        step.type === '2' && step.id_bot_step_next !== null ? flow.steps.get(step.id_bot_step_next) : undefined
      const data: StepFacts = {
        step,
        errors: grave,
        warnings: light,
        lit: lit.get(step.id) ?? null,
        jumpsTo: jump ? words.nameOf(jump) : null,
      }
      const before = known.get(step)
      if (before && isAs(before.data, data) && before.ariaLabel === labelOf(step, data, words, say)) return before
      const node: StepNodeType = {
        id: String(step.id),
        type: 'step',
        position: { x: step.position_x, y: step.position_y },
        data: { ...data, exits: drawnExits(step) },
        className: `type-${step.type}${data.lit === null ? '' : ' lit'}`,
        ariaLabel: labelOf(step, data, words, say),
        domAttributes: { 'aria-roledescription': say('bots.flow.step') },
      }
      known.set(step, node)
      return node
    }),
  ]
}

const isAs = (before: StepData, after: StepFacts): boolean =>
  before.errors === after.errors &&
  before.warnings === after.warnings &&
  before.lit === after.lit &&
  before.jumpsTo === after.jumpsTo

function labelOf(
  step: StepRow,
  { errors, warnings }: StepFacts,
  words: StepWords,
  say: ReturnType<typeof useSay>,
): string {
  const told = [words.typeOf(step.type).title, step.name, step.message_text].filter(Boolean).join(', ')
  return [
    told,
    errors > 0 && say('bots.flow.errors_of', { smart_count: errors }),
    warnings > 0 && say('bots.flow.warnings_of', { smart_count: warnings }),
  ]
    .filter(Boolean)
    .join('; ')
}

function reconciled(before: readonly FlowNode[], drawn: readonly FlowNode[], chosen: ReadonlySet<number>): FlowNode[] {
  const held = new Map(before.map((node) => [node.id, node]))
  return drawn.map((node): FlowNode => {
    const last = held.get(node.id)
    const selected = node.type === 'step' && chosen.has(Number(node.id))
    if (!last) return { ...node, selected } as FlowNode
    const position = last.dragging ? last.position : node.position
    const isSame =
      last.data === node.data &&
      last.ariaLabel === node.ariaLabel &&
      (last.selected ?? false) === selected &&
      last.position.x === position.x &&
      last.position.y === position.y
    return isSame ? last : ({ ...last, ...node, position, selected } as FlowNode)
  })
}
