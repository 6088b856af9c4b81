import { useEffect, useState } from 'react'
import { sentenceOf, useConsole, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { undoCall } from '../../model/undo-call'
import { deedsOf, secondsLeft, useDeeds, type DeskDeed } from './deeds'

interface UndoDeed {
  readonly deeds: readonly DeskDeed[]
  /** The last one that can still be undone. */
  readonly last: DeskDeed | undefined
  readonly now_ms: number
  readonly undo: (deed: DeskDeed) => Promise<void>
  readonly drop: (deed: DeskDeed) => void
}

/**
 * What the operator did to rides, and how to undo it while that is possible.
 * @param onNews the ride is another one now
 */
export function useUndoDeed(onNews: ((id_service: number) => void) | undefined): UndoDeed {
  const say = useSay()
  const provider = useProvider()
  const { actor } = useConsole()
  const deeds = useDeeds(actor.id)
  const store = deedsOf(actor.id)
  const [now_ms, setNow] = useState(() => Date.now())
  const last = deeds.findLast((deed) => secondsLeft(deed, now_ms) > 0)
  const isCounting = last !== undefined
  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  const undo = async ({ key, id_service, version }: DeskDeed): Promise<void> => {
    store.change(key, { state: 'undoing' })
    try {
      const { msg } = await provider.call(undoCall, { id_service, version })
      store.change(key, { state: 'undone', why: msg ?? '' })
    } catch (failure) {
      store.change(key, { state: 'refused', why: sentenceOf(failure) ?? say('errors.default') })
    } finally {
      onNews?.(id_service)
    }
  }
  return { deeds, last, now_ms, undo, drop: ({ key }) => store.drop(key) }
}
