import { useState } from 'react'
import { useLiveCall, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { moveRankCall, type RankedDriver, type RankQueue, ranksCall, removeRankCall } from '../../../ranks/model'

interface Ranks {
  /** Null until they are known. */
  readonly queues: readonly RankQueue[] | null
  readonly failure: unknown
  readonly again: () => void
  /** What was done last, for who does not see it. */
  readonly told: string
  /** Before which driver; null: to the end. */
  readonly move: (queue: RankQueue, driver: RankedDriver, before: number | null) => void
  readonly remove: (queue: RankQueue, driver: RankedDriver) => void
}

/** The queues of the zones, and what an operator does to them. */
export function useRanks(): Ranks {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const { answer, failure, again, put } = useLiveCall(ranksCall, {})
  const [told, setTold] = useState('')
  const change = async (work: () => Promise<{ items: RankQueue[] }>, driver: RankedDriver): Promise<void> => {
    try {
      const next = await work()
      put(next)
      const queue = next.items.find(({ drivers }) => drivers.some(({ id_driver }) => id_driver === driver.id_driver))
      const rank = queue?.drivers.find(({ id_driver }) => id_driver === driver.id_driver)?.rank ?? null
      setTold(
        rank === null
          ? say('ranks.out')
          : say('ranks.moved', { rank, total: queue?.drivers.filter((one) => one.rank !== null).length ?? 0 }),
      )
    } catch (cause) {
      fail(cause)
      again()
    }
  }
  return {
    queues: answer?.items ?? null,
    failure,
    again,
    told,
    move: ({ id }, driver, before) =>
      void change(() => provider.call(moveRankCall, { id_zone: id, id_driver: driver.id_driver, before }), driver),
    remove: ({ id }, driver) =>
      void change(() => provider.call(removeRankCall, { id_zone: id, id_driver: driver.id_driver }), driver),
  }
}
