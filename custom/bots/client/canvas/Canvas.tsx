import '@xyflow/react/dist/style.css'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import {
  Background,
  type Connection,
  Controls,
  type FinalConnectionState,
  type OnConnectEnd,
  ReactFlow,
  type EdgeChange,
  type ReactFlowInstance,
  useReactFlow,
} from '@xyflow/react'
import { type Dispatch, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react'
import { useSay } from '#engine/ui'
import type { Channel } from '../../model'
import { connected, type Exit } from '../flow/exits'
import { movedSteps, type CanvasPlace } from '../flow/edits'
import type { FlowData } from '../flow/flow-data'
import type { FlowStore } from '../flow/flow-store'
import { canvasStyle, edgeTint } from './canvas-style'
import { flowEdges, exitOf, type FlowEdge, START } from './edges'
import { useFarOff } from './step-handle'
import { NODE_TYPES, type FlowNode } from './step-node'
import { useStepWords } from './step-words'
import { type Marks, useCanvasNodes } from './use-canvas-nodes'

interface CanvasProps {
  readonly store: FlowStore
  readonly flow: FlowData
  readonly channel: Channel
  readonly marks: Marks
  readonly litEdges: ReadonlySet<string>
  readonly chosen: ReadonlySet<number>
  readonly chosenEdges: ReadonlySet<string>
  readonly mayEdit: boolean
  /** All steps are drawn, seen or not: for a picture. */
  readonly isWhole: boolean
  readonly onChosen: Dispatch<SetStateAction<ReadonlySet<number>>>
  readonly onChosenEdges: (ids: ReadonlySet<string>) => void
  readonly onOpen: (id: number) => void
  /** A line was dropped on empty ground: a step is wanted there. */
  readonly onDropped: (
    from: { readonly from: number | null; readonly exit: Exit['key'] },
    place: CanvasPlace,
    at: { readonly top: number; readonly left: number },
  ) => void
}

const FIT = { padding: 0.15, maxZoom: 1 } as const
// Beyond this many steps only those in sight are drawn; from afar nearly all of them are, and to look which at each
// movement costs more.
const LARGE = 60
// A flow of more steps than these could be seen whole, and not read: it opens at its beginning.
const READABLE = 10
const BEGINNING = { zoom: 0.65, left_px: 48 } as const

/** The drawing of a flow: its steps, its edges, and what the mouse does to them. */
export function Canvas({
  store,
  flow,
  channel,
  marks,
  litEdges,
  chosen,
  chosenEdges,
  mayEdit,
  isWhole,
  onChosen,
  onChosenEdges,
  onOpen,
  onDropped,
}: CanvasProps) {
  const say = useSay()
  const theme = useTheme()
  const words = useStepWords()
  const { screenToFlowPosition } = useReactFlow()
  const onMoved = useCallback(
    (places: readonly (readonly [number, CanvasPlace])[]) => store.edit((now) => movedSteps(now, places), 'move'),
    [store],
  )
  const { nodes, onNodesChange } = useCanvasNodes(flow, marks, chosen, onChosen, onMoved)
  const isFar = useFarOff() && !isWhole
  const edges = useMemo(
    () =>
      flowEdges({
        flow,
        say,
        words,
        tint: edgeTint(theme),
        ground: theme.palette.background.paper,
        lit: litEdges,
        chosen: chosenEdges,
        isFar,
      }),
    [flow, say, words, theme, litEdges, chosenEdges, isFar],
  )
  const onEdgesChange = useCallback(
    (changes: EdgeChange<FlowEdge>[]) => {
      const next = new Set(chosenEdges)
      for (const change of changes)
        if (change.type === 'select') {
          if (change.selected) next.add(change.id)
          else next.delete(change.id)
        }
      if (next.size !== chosenEdges.size || [...next].some((id) => !chosenEdges.has(id))) onChosenEdges(next)
    },
    [chosenEdges, onChosenEdges],
  )
  const onConnect = useCallback(
    (line: Connection) => {
      const { from, exit } = exitOf(line)
      store.edit((now) => connected(now, from, exit, Number(line.target)))
    },
    [store],
  )
  const onReconnect = useCallback(
    (edge: FlowEdge, line: Connection) => {
      const [old, next] = [exitOf(edge), exitOf(line)]
      store.edit((now) =>
        connected(connected(now, old.from, old.exit, null), next.from, next.exit, Number(line.target)),
      )
    },
    [store],
  )
  const onConnectEnd = useCallback<OnConnectEnd>(
    (event, line: FinalConnectionState) => {
      const { fromHandle, fromNode, toNode } = line
      if (toNode || !fromNode || fromHandle?.type !== 'source') return
      const { clientX, clientY } =
        'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
      onDropped(
        exitOf({ source: fromNode.id, sourceHandle: fromHandle.id ?? null }),
        screenToFlowPosition({ x: clientX, y: clientY }),
        { top: clientY, left: clientX },
      )
    },
    [onDropped, screenToFlowPosition],
  )
  // The same at each movement of a step: with another one every node would be drawn again.
  const onDoubleClick = useCallback(
    (_: unknown, node: FlowNode) => {
      if (node.type === 'step') onOpen(Number(node.id))
    },
    [onOpen],
  )
  const labels = useMemo(
    () => ({
      'node.a11yDescription.default': say('bots.flow.aria.node'),
      'node.a11yDescription.keyboardDisabled': say('bots.flow.aria.node'),
      'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }: { direction: string; x: number; y: number }) =>
        say('bots.flow.aria.moved', {
          direction: say(`bots.flow.aria.${direction}`, { _: direction }),
          x: Math.round(x),
          y: Math.round(y),
        }),
      'edge.a11yDescription.default': say('bots.flow.aria.edge'),
      'controls.ariaLabel': say('bots.flow.aria.controls'),
      'controls.zoomIn.ariaLabel': say('bots.flow.aria.zoom_in'),
      'controls.zoomOut.ariaLabel': say('bots.flow.aria.zoom_out'),
      'controls.fitView.ariaLabel': say('bots.flow.aria.fit'),
      'controls.interactive.ariaLabel': say('bots.flow.aria.interactive'),
      'minimap.ariaLabel': say('bots.flow.aria.map'),
      'handle.ariaLabel': say('bots.flow.aria.handle'),
    }),
    [say],
  )
  const box = useRef<HTMLDivElement>(null)
  const [opensWhole] = useState(flow.steps.size <= READABLE)
  const begin = useCallback(
    ({ getNode, setViewport }: ReactFlowInstance<FlowNode, FlowEdge>) => {
      const { x = 0, y = 0 } = getNode(START)?.position ?? {}
      if (!opensWhole)
        void setViewport({
          x: BEGINNING.left_px - x * BEGINNING.zoom,
          y: (box.current?.clientHeight ?? 0) / 2 - y * BEGINNING.zoom,
          zoom: BEGINNING.zoom,
        })
    },
    [opensWhole],
  )
  const style = useMemo(() => canvasStyle(channel), [channel])
  return (
    <Box
      ref={box}
      dir="ltr"
      data-flow-canvas
      className={isFar ? 'far' : undefined}
      sx={[{ position: 'absolute', inset: 0 }, style]}
    >
      <ReactFlow<FlowNode, FlowEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        colorMode={theme.palette.mode}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={onConnect}
        onReconnect={mayEdit ? onReconnect : undefined}
        onConnectEnd={onConnectEnd}
        onNodeDoubleClick={onDoubleClick}
        nodesDraggable={mayEdit}
        nodesConnectable={mayEdit}
        edgesFocusable={false}
        deleteKeyCode={null}
        disableKeyboardA11y={false}
        fitView={opensWhole}
        fitViewOptions={FIT}
        onInit={begin}
        onlyRenderVisibleElements={flow.steps.size > LARGE && !isWhole && !isFar}
        minZoom={0.05}
        maxZoom={2}
        elevateNodesOnSelect
        zoomOnDoubleClick={false}
        ariaLabelConfig={labels}
        aria-label={say('bots.flow.canvas')}
      >
        <Background gap={24} color={theme.palette.divider} />
        <Controls showInteractive={false} fitViewOptions={FIT} />
      </ReactFlow>
    </Box>
  )
}
