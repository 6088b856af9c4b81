import { useCallback, useMemo, useRef, useState } from 'react'
import { useProvider } from '#engine/client'
import type { CallRequest, CallResponse } from '#engine/model'
import { tryBotCall } from '../../model'
import { START } from '../canvas/edges'
import type { OpenFlow } from '../editor/use-flow-store'

type Answer = CallResponse<typeof tryBotCall>
export type TrialEvent = CallRequest<typeof tryBotCall>['event']

/** A line of the trial's conversation. */
export interface Line {
  readonly key: number
  readonly by: 'bot' | 'person' | 'note'
  readonly text: string
  readonly buttons: Answer['says'][number]['buttons']
}

export interface Trial {
  readonly lines: readonly Line[]
  readonly answer: Answer | null
  readonly busy: boolean
  readonly failure: unknown
  /** Places of steps in the path, from 1. */
  readonly lit: ReadonlyMap<number, number>
  readonly litEdges: ReadonlySet<string>
  readonly send: (event: TrialEvent, said?: string) => void
  readonly restart: () => void
  readonly stop: () => void
}

const NO_PATH = { lit: new Map<number, number>(), litEdges: new Set<string>() } as const

/** A conversation with the draft as it is drawn now. What is not saved yet is saved first: the server tries what it has. */
export function useTrial({ store, ids, bot }: OpenFlow, noteOf: (effect: Answer['effects'][number]) => string): Trial {
  const provider = useProvider()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [path, setPath] = useState<readonly Answer['trace'][number][]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const turn = useRef(0)
  const key = useRef(0)
  const line = (by: Line['by'], text: string, buttons?: Line['buttons']): Line => ({ key: ++key.current, by, text, buttons })

  const ask = async (event: TrialEvent, session: Answer['session'] | undefined, said: readonly Line[]): Promise<void> => {
    const now = ++turn.current
    setBusy(true)
    setFailure(null)
    setLines(said)
    const isLate = (): boolean => now !== turn.current
    try {
      await store.settled()
      const next = await provider.call(tryBotCall, { id: bot, event, ...(session === undefined ? {} : { session }) }, { quiet: true })
      if (isLate()) return
      setAnswer(next)
      setPath((before) => (session === undefined ? next.trace : [...before, ...next.trace]))
      setLines((before) => [...before, ...next.says.map(({ text, buttons }) => line('bot', text, buttons)), ...next.effects.map((effect) => line('note', noteOf(effect)))])
    } catch (error) {
      if (!isLate()) setFailure(error)
    }
    if (!isLate()) setBusy(false)
  }
  const stop = useCallback(() => {
    turn.current += 1
    setLines([])
    setAnswer(null)
    setPath([])
    setFailure(null)
    setBusy(false)
  }, [])
  const marked = useMemo(() => {
    if (path.length === 0) return NO_PATH
    const lit = new Map<number, number>()
    const litEdges = new Set([`${START}.first`])
    for (const { step, exit } of path) {
      const id = ids.steps.local(step)
      if (!lit.has(id)) lit.set(id, lit.size + 1)
      litEdges.add(`${id}.${exit.startsWith('child:') ? `child:${ids.childs.local(Number(exit.slice('child:'.length)))}` : exit}`)
    }
    return { lit, litEdges }
  }, [path, ids])
  return {
    lines, answer, busy, failure, ...marked, stop,
    send: (event, said) => void ask(event, answer?.session, said === undefined ? lines : [...lines, line('person', said)]),
    restart: () => {
      stop()
      void ask({ type: 'start' }, undefined, [])
    },
  }
}
