import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { liveKey, useConsole, useLiveCall, type Live } from '#engine/client'
import { jobsCall } from '../../../services/model'
import { openJobsChannel, postJobsWord, type Jobs, type JobsWord } from './jobs-channel'

/**
 * The rides that are not over, kept current. Windows of one person tell each other what they hear, so that a board and
 * its torn-off panel never show two states.
 */
export function useJobs(): Live<Jobs> {
  const { actor } = useConsole()
  const queries = useQueryClient()
  const live = useLiveCall(jobsCall, {})
  const { answer, put } = live
  const known = useRef<Jobs | null>(null)
  const heard = useRef<Jobs | null>(null)
  const channel = useRef<BroadcastChannel | null>(null)
  const tell = useRef<((answer: Jobs) => void) | null>(null)
  useEffect(() => {
    const own = openJobsChannel(actor.id)
    channel.current = own
    let isHeard = false
    tell.current = (news) => {
      if (isHeard) postJobsWord(channel, news)
    }
    own.addEventListener('message', ({ data }: MessageEvent<JobsWord>) => {
      // An answer that is on its way may be older.
      if (data === 'changed') return void queries.invalidateQueries({ queryKey: liveKey(jobsCall) })
      isHeard = data !== 'gone'
      if (data === 'who') postJobsWord(channel, known.current ?? 'here')
      // Whether anybody else is left.
      else if (data === 'gone') postJobsWord(channel, 'who')
      // What was asked earlier may arrive later.
      else if (data !== 'here' && !(known.current && data.as_of <= known.current.as_of)) {
        heard.current = replaceEqualDeep(known.current, data)
        put(heard.current)
      }
    })
    const leave = (): void => postJobsWord(channel, 'gone')
    window.addEventListener('pagehide', leave)
    postJobsWord(channel, 'who')
    return () => {
      leave()
      channel.current = null
      tell.current = null
      window.removeEventListener('pagehide', leave)
      own.close()
    }
  }, [actor.id, put, queries])
  useEffect(() => {
    known.current = answer
    if (answer && answer !== heard.current) tell.current?.(answer)
  }, [answer])
  return live
}
