import type { CanvasPlace } from '../flow/edits'
import { drawnExits } from '../flow/exits'
import type { FlowData } from '../flow/flow-data'
import { START } from './edges'
import { reachedFrom } from './order'

/**
 * Places for all steps, in columns from the left as a conversation goes. dagre comes when it is first asked for.
 * @param sizeOf pixels of a drawn step
 */
export async function arranged(
  flow: FlowData,
  sizeOf: (id: number) => { readonly width: number; readonly height: number },
): Promise<ReadonlyMap<number, CanvasPlace>> {
  const { Graph } = (await import('@dagrejs/dagre')).graphlib
  const { layout } = await import('@dagrejs/dagre')
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 110 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of flow.steps.keys()) graph.setNode(String(id), { ...sizeOf(id) })
  // Node 0 has a place before the first step, which what nobody reaches must not take.
  const reached = flow.first === null ? null : reachedFrom(flow, flow.first)
  if (flow.first !== null) {
    graph.setNode(START, { width: 100, height: 40 })
    graph.setEdge(START, String(flow.first), { weight: 10 })
  }
  for (const step of flow.steps.values()) {
    for (const { key, target } of drawnExits(step)) {
      const isBack = target !== null && reached?.has(target) === true && !reached.has(step.id)
      if (target !== null && target !== step.id && !isBack) graph.setEdge(String(step.id), String(target), {}, key)
    }
  }
  layout(graph)
  return new Map(
    [...flow.steps.keys()].map((id) => {
      const {
        x = 0,
        y = 0,
        width = 0,
        height = 0,
      } = graph.node(String(id)) as { x?: number; y?: number; width?: number; height?: number }
      // dagre has centres, the canvas upper left corners.
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
    }),
  )
}
