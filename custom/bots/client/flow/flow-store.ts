import { statusOf } from '#engine/client'
import type { JsonObject } from '#engine/model'
import { withNew } from './edits'
import { type FlowData, LINKS, rowOf, type StepRow, withSteps } from './flow-data'
import { type FlowAnswer, type FlowCalls, sentChilds, sentStep } from './flow-calls'
import type { FlowIds } from './flow-ids'
import { type History, NO_HISTORY, redone, remembered, undone } from './history'
import { merged } from './merge'
import { afterOp, type Answered, nextOp, type Op } from './ops'
import { changedProperties, withProperties } from './patch'

/** How long steps must rest before their places are saved. */
const REST_MS = 600

export interface FlowState {
  readonly flow: FlowData
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** `failed`: what is drawn is kept here and tried again. */
  readonly status: 'saved' | 'saving' | 'failed'
  /** By step, the versions that the drawing itself has saved: a form that is open over the step goes on from them. */
  readonly own: ReadonlyMap<number, ReadonlySet<number>>
}

/** What the store tells its screen about. */
interface FlowEvents {
  /** A call failed. @param refused the server will not have it: what it has is shown again */
  readonly onFailure: (failure: unknown, op: Op, refused: boolean) => void
  /** Somebody else changed these steps. */
  readonly onOthers: (ids: readonly number[]) => void
}

export interface FlowStore {
  readonly subscribe: (listener: () => void) => () => void
  readonly get: () => FlowState
  readonly hear: (events: FlowEvents) => () => void
  /**
   * Draws an edit at once, remembers how to take it back, and saves it.
   * @param kind `move`: may join the movement before
   */
  readonly edit: (change: (flow: FlowData) => FlowData, kind?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  /** A step that its form has saved. @param then what is drawn together with it @returns its id here */
  readonly take: (item: JsonObject, then?: (flow: FlowData, id: number) => FlowData) => number
  /** Counts what was saved: an answer that was asked for at an earlier count is older than what is drawn. */
  readonly turn: () => number
  /** What the server has now. @param asked_at the count when it was asked */
  readonly receive: (answer: FlowAnswer, asked_at: number) => void
  readonly retry: () => void
  /** Resolves once all is saved. @throws why it is not */
  readonly settled: () => Promise<void>
}

export const flowOf = ({ item: { id_bot_step_first: first }, bot_steps }: FlowAnswer, ids: FlowIds): FlowData => ({
  first: first === null ? null : ids.steps.local(first),
  steps: new Map(bot_steps.map((item) => rowOf(item, ids)).map((row) => [row.id, row])),
})

/**
 * What is drawn, and what the server has of it. An edit is drawn at once; what then differs is saved call after call,
 * so that nothing waits for the network and a call that failed is made again from what differs by then.
 */
export function createFlowStore(
  calls: FlowCalls,
  ids: FlowIds,
  begin: FlowData,
  now_ms: () => number = Date.now,
): FlowStore {
  let saved = begin
  let wanted = begin
  let history: History = NO_HISTORY
  let failure: unknown = null
  let running: Promise<void> | null = null
  let restsUntil_ms = 0
  let turn = 0
  let own: FlowState['own'] = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: FlowState = { flow: begin, canUndo: false, canRedo: false, status: 'saved', own }
  const listeners = new Set<() => void>()
  const hearers = new Set<FlowEvents>()

  const publish = (): void => {
    const status = failure !== null ? 'failed' : nextOp(saved, wanted, true) ? 'saving' : 'saved'
    state = { flow: wanted, canUndo: history.back.length > 0, canRedo: history.forth.length > 0, status, own }
    for (const listener of listeners) listener()
  }
  const draw = (flow: FlowData, next: History): void => {
    wanted = flow
    history = next
    failure = null
    restsUntil_ms = now_ms() + REST_MS
    publish()
    run()
  }
  const server = (id: number): number => {
    const known = ids.steps.server(id)
    if (known === null) throw new Error(`Step ${id} is not saved yet.`)
    return known
  }
  const target = (id: number | null): number | null => (id === null ? null : server(id))

  /** A row that the server has kept, under the ids that it had here. */
  const kept = (id: number, item: JsonObject): StepRow => {
    ids.steps.bind(id, Number(item['id']))
    const stays = new Set(wanted.steps.get(id)?.childs.map((child) => child.id))
    for (const child of saved.steps.get(id)?.childs ?? []) if (!stays.has(child.id)) ids.childs.forget(child.id)
    const childs = Array.isArray(item['childs']) ? (item['childs'] as readonly { readonly id: number }[]) : []
    wanted.steps.get(id)?.childs.forEach((child, at) => {
      const made = childs[at]
      if (made && ids.childs.server(child.id) === null) ids.childs.bind(child.id, Number(made.id))
    })
    return rowOf(item, ids)
  }
  const make = async (op: Op): Promise<Answered> => {
    const row = 'id' in op ? wanted.steps.get(op.id) : undefined
    switch (op.kind) {
      case 'create':
        return row ? { made: kept(op.id, await calls.create(sentStep(row, ids))) } : {}
      case 'content': {
        if (!row) return {}
        const part = Object.fromEntries(op.names.map((name) => [name, row[name]]))
        return {
          made: kept(
            op.id,
            await calls.change(server(op.id), { ...part, ...(op.childs ? { childs: sentChilds(row, ids) } : {}) }),
          ),
        }
      }
      case 'link':
        return { version: await calls.link(server(op.id), op.link, target(op.to)) }
      case 'child':
        return { version: await calls.child(server(op.id), ids.childs.server(op.child) ?? op.child, target(op.to)) }
      case 'first':
        await calls.first(target(op.to))
        return {}
      case 'remove':
        await calls.remove(server(op.id))
        ids.steps.forget(op.id)
        saved.steps.get(op.id)?.childs.forEach((child) => ids.childs.forget(child.id))
        return {}
      case 'places': {
        const rows = op.ids.flatMap((id) => wanted.steps.get(id) ?? [])
        await calls.places(rows.map(({ id, position_x, position_y }) => ({ id: server(id), position_x, position_y })))
        return {}
      }
    }
  }
  /**
   * What the server adds to a step (its defaults, its version) is no edit.
   * @param sent what was drawn when the call was made
   */
  const adopt = (made: StepRow, sent: FlowData): void => {
    const [now, then] = [wanted.steps.get(made.id), sent.steps.get(made.id)]
    if (!now || !then) return
    const drawn = changedProperties(then, now).concat(LINKS, 'childs', 'position_x', 'position_y')
    wanted = withSteps(wanted, [[made.id, withProperties(made, drawn, now)]])
  }
  const work = async (isWhole: boolean): Promise<void> => {
    for (;;) {
      const drawn = wanted
      const op = nextOp(saved, wanted, isWhole || now_ms() >= restsUntil_ms)
      if (!op) return
      try {
        const answered = await make(op)
        turn += 1
        const version = answered.version ?? answered.made?.version
        if ('id' in op && version !== undefined)
          own = new Map([...own, [op.id, new Set([...(own.get(op.id) ?? []), version])]])
        saved = afterOp(saved, drawn, op, answered)
        if (answered.made) adopt(answered.made, drawn)
        publish()
      } catch (error) {
        await fail(error, op)
        return
      }
    }
  }
  const readAgain = async (): Promise<FlowAnswer | null> => {
    try {
      return await calls.read()
    } catch {
      return null
    }
  }
  const fail = async (error: unknown, op: Op): Promise<void> => {
    const status = statusOf(error) ?? 0
    const refused = status >= 400 && status < 500 && ![401, 408, 429].includes(status) && op.kind !== 'places'
    failure = error
    if (refused) {
      const answer = await readAgain()
      if (answer) {
        saved = wanted = flowOf(answer, ids)
        history = NO_HISTORY
        failure = null
      }
    }
    publish()
    for (const { onFailure } of hearers) onFailure(error, op, refused)
  }
  const run = (isWhole = false): void => {
    clearTimeout(timer)
    running ??= work(isWhole).finally(() => {
      running = null
      if (failure === null && nextOp(saved, wanted, true))
        timer = setTimeout(run, Math.max(0, restsUntil_ms - now_ms()))
    })
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: () => state,
    hear(events) {
      hearers.add(events)
      return () => void hearers.delete(events)
    },
    edit(change, kind = 'edit') {
      const next = change(wanted)
      if (next !== wanted) draw(next, remembered(history, wanted, next, kind, now_ms()))
    },
    undo() {
      const done = undone(wanted, history)
      if (done) draw(...done)
    },
    redo() {
      const done = redone(wanted, history)
      if (done) draw(...done)
    },
    take(item, then = (flow) => flow) {
      turn += 1
      const row = rowOf(item, ids)
      const before = wanted.steps.get(row.id)
      saved = withSteps(saved, [[row.id, row]])
      const next = then(
        before
          ? withSteps(wanted, [[row.id, { ...row, position_x: before.position_x, position_y: before.position_y }]])
          : withNew(wanted, row),
        row.id,
      )
      draw(next, remembered(history, wanted, next, 'form', now_ms()))
      return row.id
    },
    turn: () => turn,
    receive(answer, asked_at) {
      if (running || asked_at !== turn) return
      const next = merged(saved, wanted, flowOf(answer, ids))
      saved = next.saved
      wanted = next.wanted
      publish()
      if (next.changed.length > 0) for (const { onOthers } of hearers) onOthers(next.changed)
    },
    retry() {
      failure = null
      publish()
      run(true)
    },
    async settled() {
      for (let turns = 0; turns < 3; turns++) {
        if (running) await running
        if (failure !== null) throw failure as Error
        if (!nextOp(saved, wanted, true)) return
        run(true)
      }
      if (running) await running
      if (failure !== null) throw failure as Error
    },
  }
}
