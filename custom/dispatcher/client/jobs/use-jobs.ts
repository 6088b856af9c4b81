import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallResponse } from '#engine/model'
import { useConsole, useLiveCall, type Live } from '#engine/client'
import { jobsCall } from '../../../services/model/jobs-call'

export type Jobs = CallResponse<typeof jobsCall>

/**
 * The rides that are not over, kept current. Windows of one person tell each other what they hear, so that a board and its torn-off panel
 * never show two states.
 */
export function useJobs(): Live<Jobs> {
  const { actor } = useConsole()
  const live = useLiveCall(jobsCall, {})
  const { answer, put } = live
  const known = useRef<Jobs | null>(null)
  const heard = useRef<Jobs | null>(null)
  const channel = useRef<BroadcastChannel | null>(null)
  useEffect(() => {
    const own = new BroadcastChannel(`toolrides_v5.jobs.${actor.id}`)
    channel.current = own
    own.addEventListener('message', ({ data }: MessageEvent<Jobs>) => {
      // What was asked earlier may arrive later.
      if (known.current && data.as_of <= known.current.as_of) return
      heard.current = replaceEqualDeep(known.current, data)
      put(heard.current)
    })
    return () => {
      channel.current = null
      own.close()
    }
  }, [actor.id, put])
  useEffect(() => {
    known.current = answer
    if (answer && answer !== heard.current) channel.current?.postMessage(answer)
  }, [answer])
  return live
}
