import { useReactFlow } from '@xyflow/react'
import { useNotify } from 'react-admin'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { failureText } from '#engine/client'
import { useConfirm, useSay } from '#engine/ui'
import { useTheme } from '@mui/material/styles'
import { arranged } from '../canvas/arrange'
import { savePicture } from '../canvas/picture'
import { copiedSteps, movedSteps, type CanvasPlace, without } from '../flow/edits'
import { connected } from '../flow/exits'
import type { FlowData, StepRow } from '../flow/flow-data'
import type { OpenFlow } from './use-flow-store'

/** Steps that were copied; they may be pasted into the flow of another bot. */
let clipboard: readonly StepRow[] = []

// Of a step that is not drawn, as on a phone that shows the list.
const USUAL = { width: 250, height: 130 }
const NEAR = 30
/** Steps that are made one after another stand in rows that a screen shows at a size to work with. */
const MAX_IN_ROW = 4
const NEXT_ROW = 320
const STEP_ASIDE = 40
const DRAWN_MS = 300

interface Drawing {
  readonly chosen: ReadonlySet<number>
  readonly chosenEdges: ReadonlySet<string>
  readonly choose: Dispatch<SetStateAction<ReadonlySet<number>>>
  readonly chooseEdges: (ids: ReadonlySet<string>) => void
  readonly hasCopied: boolean
  /** A picture is being taken. */
  readonly isWhole: boolean
  readonly copy: (id?: number | null) => void
  readonly paste: () => void
  /** Takes the chosen lines away and, asked once, the chosen steps. */
  readonly remove: (ids?: readonly number[]) => Promise<void>
  readonly arrange: () => Promise<void>
  readonly picture: (format: 'png' | 'svg') => Promise<void>
  /** A free place for a new step: beside the chosen one, else in the middle of what is seen. */
  readonly placeForNew: () => CanvasPlace
  readonly dialog: ReturnType<typeof useConfirm>[1]
}

const NO_STEPS: ReadonlySet<number> = new Set()
const NO_EDGES: ReadonlySet<string> = new Set()

/** What is done to the chosen steps and lines. @param name of the bot, for its picture's file */
export function useDrawing({ store, ids }: OpenFlow, flow: FlowData, name: string): Drawing {
  const say = useSay()
  const notify = useNotify()
  const theme = useTheme()
  const { getNode, getNodes, getNodesBounds, fitView, screenToFlowPosition } = useReactFlow()
  const [ask, dialog] = useConfirm()
  const [chosen, choose] = useState(NO_STEPS)
  const [chosenEdges, chooseEdges] = useState(NO_EDGES)
  const [hasCopied, setCopied] = useState(clipboard.length > 0)
  const [isWhole, setWhole] = useState(false)
  const [pasted, setPasted] = useState(0)
  const fail = (failure: unknown): void => notify(failureText(failure, say), { type: 'error' })

  const copy = (id?: number | null): void => {
    const wanted = chosen.size > 0 ? [...chosen] : id ? [id] : []
    const steps = wanted.flatMap((one) => flow.steps.get(one) ?? [])
    if (steps.length === 0) return
    clipboard = steps
    setCopied(true)
    setPasted(0)
    notify(say('bots.flow.copied', { smart_count: steps.length }), { type: 'info' })
  }
  const paste = (): void => {
    if (clipboard.length === 0) return
    const rows = copiedSteps(clipboard, ids, pasted + 1)
    setPasted(pasted + 1)
    store.edit(
      (now) => ({ ...now, steps: new Map([...now.steps, ...rows.map((row) => [row.id, row] as const)]) }),
      'paste',
    )
    choose(new Set(rows.map((row) => row.id)))
  }
  const remove = async (given?: readonly number[]): Promise<void> => {
    if (!given && chosenEdges.size > 0) {
      const lines = [...chosenEdges]
      store.edit(
        (now) =>
          lines.reduce((drawn, line) => {
            const [source = '', exit = ''] = line.split(/\.(.*)/)
            return connected(drawn, source === 'start' ? null : Number(source), exit, null)
          }, now),
        'disconnect',
      )
      chooseEdges(NO_EDGES)
    }
    const steps = given ?? [...chosen]
    if (steps.length === 0) return
    const yes = await ask({
      title: say('bots.flow.remove_ask', { smart_count: steps.length }),
      text: say('bots.flow.remove_text'),
      accept: say('bots.flow.remove'),
      danger: true,
    })
    if (!yes) return
    store.edit((now) => without(now, steps), 'remove')
    choose(NO_STEPS)
  }
  const arrange = async (): Promise<void> => {
    const places = await arranged(flow, (id) => {
      const { measured } = getNode(String(id)) ?? {}
      return { width: measured?.width ?? USUAL.width, height: measured?.height ?? USUAL.height }
    })
    store.edit((now) => movedSteps(now, places), 'arrange')
    // Once the nodes stand in their new places.
    requestAnimationFrame(() => void fitView({ padding: 0.15, maxZoom: 1 }))
  }
  const picture = async (format: 'png' | 'svg'): Promise<void> => {
    const canvas = document.querySelector<HTMLElement>('[data-flow-canvas]')
    if (!canvas) return
    setWhole(true)
    // Until what was out of sight is drawn too.
    await new Promise((drawn) => setTimeout(drawn, DRAWN_MS))
    try {
      await savePicture(canvas, getNodesBounds(getNodes()), format, name, theme.palette.background.default)
    } catch (failure) {
      fail(failure)
    }
    setWhole(false)
  }
  const placeForNew = (): CanvasPlace => {
    const [only] = chosen.size === 1 ? [...chosen] : []
    const beside = only === undefined ? undefined : flow.steps.get(only)
    const canvas = document.querySelector<HTMLElement>('[data-flow-canvas]')?.getBoundingClientRect()
    const last = [...flow.steps.values()].at(-1)
    const row = beside
      ? [...flow.steps.values()].filter(
          ({ position_x: x, position_y: y }) => Math.abs(y - beside.position_y) < NEAR && x <= beside.position_x,
        )
      : []
    const place =
      beside && row.length >= MAX_IN_ROW
        ? { x: Math.min(...row.map(({ position_x }) => position_x)), y: beside.position_y + NEXT_ROW }
        : beside
          ? { x: beside.position_x + USUAL.width + 90, y: beside.position_y }
          : canvas
            ? screenToFlowPosition({
                x: canvas.x + canvas.width / 2 - USUAL.width / 2,
                y: canvas.y + canvas.height / 3,
              })
            : last
              ? { x: last.position_x + USUAL.width + 90, y: last.position_y }
              : { x: 200, y: 100 }
    const isTaken = ({ x, y }: CanvasPlace): boolean =>
      [...flow.steps.values()].some(
        (step) => Math.abs(step.position_x - x) < NEAR && Math.abs(step.position_y - y) < NEAR,
      )
    let free = place
    while (isTaken(free)) free = { x: free.x + STEP_ASIDE, y: free.y + STEP_ASIDE }
    return { x: Math.round(free.x), y: Math.round(free.y) }
  }
  // What somebody else has removed is chosen no more.
  const isThere = [...chosen].every((id) => flow.steps.has(id))
  if (!isThere) choose(new Set([...chosen].filter((id) => flow.steps.has(id))))
  return {
    chosen,
    chosenEdges,
    choose,
    chooseEdges,
    hasCopied,
    isWhole,
    copy,
    paste,
    remove,
    arrange,
    picture,
    placeForNew,
    dialog,
  }
}
