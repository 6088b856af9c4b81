import { useMemo, useState } from 'react'
import { useProvider } from '#engine/client'
import type { CallResponse } from '#engine/model'
import { replayCall } from '../../model'
import type { OpenFlow } from '../editor/use-flow-store'
import { type LitPath, litPath, NO_PATH } from './lit-path'

export type Replayed = CallResponse<typeof replayCall>

export interface TalkReplay {
  readonly answer: Replayed | null
  readonly busy: boolean
  readonly failure: unknown
  /** The conversation whose path with the draft is lit; null: none. */
  readonly chosen: number | null
  readonly choose: (id: number | null) => void
  readonly run: () => void
  readonly path: LitPath
}

/** Past conversations once more, with the draft as it is drawn now. What is not saved yet is saved first. */
export function useTalkReplay({ store, ids, bot }: OpenFlow): TalkReplay {
  const provider = useProvider()
  const [answer, setAnswer] = useState<Replayed | null>(null)
  const [chosen, choose] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    choose(null)
    try {
      await store.settled()
      setAnswer(await provider.call(replayCall, { id: bot }, { quiet: true }))
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  const path = useMemo(() => {
    const item = answer?.items.find(({ id }) => id === chosen)
    return item ? litPath(item.after, ids) : NO_PATH
  }, [answer, chosen, ids])
  return { answer, busy, failure, chosen, choose, run: () => void run(), path }
}
