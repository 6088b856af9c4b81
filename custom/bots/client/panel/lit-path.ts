import { START } from '../canvas/edges'
import type { FlowIds } from '../flow/flow-ids'

/** A path as the canvas lights it. */
export interface LitPath {
  /** Places of steps in it, from 1. */
  readonly lit: ReadonlyMap<number, number>
  readonly litEdges: ReadonlySet<string>
}

export const NO_PATH: LitPath = { lit: new Map(), litEdges: new Set() }

/** What is lit of a path that the server has told, under the editor's ids. */
export function litPath(path: readonly { readonly step: number; readonly exit: string }[], ids: FlowIds): LitPath {
  if (path.length === 0) return NO_PATH
  const lit = new Map<number, number>()
  const litEdges = new Set([`${START}.first`])
  for (const { step, exit } of path) {
    const id = ids.steps.local(step)
    if (!lit.has(id)) lit.set(id, lit.size + 1)
    litEdges.add(
      `${id}.${exit.startsWith('child:') ? `child:${ids.childs.local(Number(exit.slice('child:'.length)))}` : exit}`,
    )
  }
  return { lit, litEdges }
}
