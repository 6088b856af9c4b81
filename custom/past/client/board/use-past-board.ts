import { useState } from 'react'
import { useCall } from '#engine/client'
import { pastBoardCall, type PastBoard } from '../../model/board-call'
import type { Moment } from './use-moment'

/** The board of a moment; until the next one comes the last stays. */
export function usePastBoard({ asked_ms, id_branch }: Moment) {
  const { answer, failure, busy, retry } = useCall(pastBoardCall, {
    at: new Date(asked_ms).toISOString(),
    ...(id_branch !== null && { id_branch }),
  })
  const [last, setLast] = useState<PastBoard | null>(null)
  if (answer && answer !== last) setLast(answer)
  return { board: failure ? null : (answer ?? last), failure, busy, retry }
}
