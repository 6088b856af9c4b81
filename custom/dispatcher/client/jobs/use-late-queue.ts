import { useMemo, useState } from 'react'
import { storage, useConsole } from '#engine/client'
import type { Json } from '#engine/model'
import { isObject } from '#engine/model'
import type { Job } from '../../../services/model'
import { asksDecision, isWaitedFor, type Wait, lateWait } from '../../model/lateness'

type Waits = { readonly [id: string]: Wait }

/**
 * The rides that somebody has to decide about, the latest first; this browser remembers for whom it was said to wait.
 */
export function useLateQueue(
  jobs: readonly Job[],
  now_ms: number,
): readonly [queue: readonly Job[], wait: (job: Job) => void] {
  const { actor } = useConsole()
  const key = `desk_waits.${actor.id}`
  const [waits, setWaits] = useState(() => readWaits(storage.read(key) as Json | undefined))
  const queue = useMemo(
    () =>
      jobs
        .filter((job) => asksDecision(job) && !isWaitedFor(waits[job.id], job, now_ms))
        .sort((a, b) => (b.late_s ?? 0) - (a.late_s ?? 0)),
    [jobs, waits, now_ms],
  )
  const wait = (job: Job): void => {
    const living = Object.entries(waits).filter(([, { until_ms }]) => until_ms > now_ms)
    const next: Waits = { ...Object.fromEntries(living), [job.id]: lateWait(job, now_ms) }
    storage.write(key, next)
    setWaits(next)
  }
  return [queue, wait]
}

function readWaits(kept: Json | undefined): Waits {
  if (!isObject(kept)) return {}
  return Object.fromEntries(
    Object.entries(kept).flatMap(([id, one]) => {
      if (!isObject(one)) return []
      const { id_driver, late_s, until_ms } = one
      return typeof late_s === 'number' && typeof until_ms === 'number'
        ? [[id, { id_driver: typeof id_driver === 'number' ? id_driver : null, late_s, until_ms }]]
        : []
    }),
  )
}
