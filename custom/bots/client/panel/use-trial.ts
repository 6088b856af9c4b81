import { useCallback, useMemo, useRef, useState } from 'react'
import { useProvider } from '#engine/client'
import type { CallRequest, CallResponse } from '#engine/model'
import { tryBotCall } from '../../model'
import type { OpenFlow } from '../editor/use-flow-store'
import { type LitPath, litPath } from './lit-path'

type Answer = CallResponse<typeof tryBotCall>
export type TrialEvent = CallRequest<typeof tryBotCall>['event']

/** A line of the trial's conversation. */
interface Line {
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
  readonly path: LitPath
  readonly send: (event: TrialEvent, said?: string) => void
  readonly restart: () => void
  readonly stop: () => void
}

/**
 * A conversation with the draft as it is drawn now. What is not saved yet is saved first: the server tries what it has.
 */
export function useTrial({ store, ids, bot }: OpenFlow, noteOf: (effect: Answer['effects'][number]) => string): Trial {
  const provider = useProvider()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [path, setPath] = useState<readonly Answer['trace'][number][]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const turn = useRef(0)
  const key = useRef(0)
  const line = (by: Line['by'], text: string, buttons?: Line['buttons']): Line => ({
    key: ++key.current,
    by,
    text,
    buttons,
  })

  const ask = async (
    event: TrialEvent,
    session: Answer['session'] | undefined,
    said: readonly Line[],
  ): Promise<void> => {
    const now = ++turn.current
    setBusy(true)
    setFailure(null)
    setLines(said)
    const isLate = (): boolean => now !== turn.current
    try {
      await store.settled()
      const next = await provider.call(
        tryBotCall,
        { id: bot, event, ...(session === undefined ? {} : { session }) },
        { quiet: true },
      )
      if (isLate()) return
      setAnswer(next)
      setPath((before) => (session === undefined ? next.trace : [...before, ...next.trace]))
      setLines((before) => [
        ...before,
        ...next.says.map(({ text, buttons }) => line('bot', text, buttons)),
        ...next.effects.map((effect) => line('note', noteOf(effect))),
      ])
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
  const marked = useMemo(() => litPath(path, ids), [path, ids])
  return {
    lines,
    answer,
    busy,
    failure,
    path: marked,
    stop,
    send: (event, said) =>
      void ask(event, answer?.session, said === undefined ? lines : [...lines, line('person', said)]),
    restart: () => {
      stop()
      void ask({ type: 'start' }, undefined, [])
    },
  }
}
