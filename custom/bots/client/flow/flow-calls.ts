import { defineCall, type Json, type JsonObject } from '#engine/model'
import type { ConsoleDataProvider } from '#engine/client'
import { Type } from 'typebox'
import {
  type Bot,
  type BotStep,
  flowCall,
  saveAllCall,
  setChildStepCall,
  setDefaultStepCall,
  setNextStepCall,
  setPositiveStepCall,
  setStepFirstCall,
} from '../../model'
import type { FlowIds } from './flow-ids'
import { CONTENT, type Link, LINKS, type StepRow } from './flow-data'

/** A flow as the server answers it. */
export interface FlowAnswer {
  readonly item: Bot
  readonly bot_steps: readonly BotStep[]
}

/** The calls behind the drawing, under the server's ids. */
export interface FlowCalls {
  readonly read: () => Promise<FlowAnswer>
  /** @returns the step as it is kept, with its children */
  readonly create: (step: JsonObject) => Promise<JsonObject>
  readonly change: (id: number, part: JsonObject) => Promise<JsonObject>
  readonly link: (id: number, link: Link, to: number | null) => Promise<number>
  readonly child: (id: number, child: number, to: number | null) => Promise<number>
  readonly first: (to: number | null) => Promise<unknown>
  readonly remove: (id: number) => Promise<unknown>
  readonly places: (
    rows: readonly { readonly id: number; readonly position_x: number; readonly position_y: number }[],
  ) => Promise<unknown>
}

const access = { module: 'bots', right: 'edit' } as const
const Part = Type.Record(Type.String(), Type.Unknown())
/** The catalogue's own call: nobody waits for it here, so nothing covers the page while it is made. */
const saveStepCall = defineCall({
  method: 'POST',
  path: 'bot_steps/create',
  access,
  request: Part,
  response: Type.Object({ item: Part }),
})
const removeStepCall = defineCall({
  method: 'POST',
  path: 'bot_steps/remove',
  access,
  request: Type.Object({ id: Type.Integer() }),
  response: Type.Object({}),
})
const LINK_CALLS = {
  id_bot_step_next: setNextStepCall,
  id_bot_step_positive: setPositiveStepCall,
  id_bot_step_default: setDefaultStepCall,
} as const
const quiet = { quiet: true } as const

export function createFlowCalls(provider: ConsoleDataProvider, bot: number): FlowCalls {
  const save = async (step: JsonObject): Promise<JsonObject> =>
    (await provider.call(saveStepCall, step, quiet)).item as JsonObject
  return {
    read: () => provider.call(flowCall, { id: bot }, quiet),
    create: (step) => save({ ...step, id_bot: bot }),
    change: (id, part) => save({ ...part, id }),
    link: async (id, link, to) => (await provider.call(LINK_CALLS[link], { id, id_bot_step: to }, quiet)).item.version,
    child: async (id, child, to) =>
      (await provider.call(setChildStepCall, { id, child, id_bot_step: to }, quiet)).item.version,
    first: (to) => provider.call(setStepFirstCall, { id: bot, id_bot_step: to }, quiet),
    remove: (id) => provider.call(removeStepCall, { id }, quiet),
    places: (rows) => provider.call(saveAllCall, { bot_steps: [...rows] }, quiet),
  }
}

/**
 * The children of a step as they are sent: those that the server knows keep their ids, links to steps that it does not
 * know yet wait.
 */
export const sentChilds = (row: StepRow, { steps, childs }: FlowIds): Json =>
  row.childs.map(({ id, id_bot_step, ...child }) => {
    const known = childs.server(id)
    return {
      ...(known === null ? {} : { id: known }),
      ...child,
      id_bot_step: id_bot_step === null ? null : steps.server(id_bot_step),
    }
  })

/** A new step as it is sent. Of where it leads only what the server knows already: a jump is refused without. */
export const sentStep = (row: StepRow, ids: FlowIds): JsonObject => ({
  ...Object.fromEntries(CONTENT.filter((name) => row[name] !== null).map((name) => [name, row[name]])),
  ...Object.fromEntries(
    LINKS.flatMap((link) => {
      const to = row[link] === null ? null : ids.steps.server(row[link])
      return to === null ? [] : [[link, to]]
    }),
  ),
  position_x: row.position_x,
  position_y: row.position_y,
  ...(row.childs.length === 0 ? {} : { childs: sentChilds(row, ids) }),
})
