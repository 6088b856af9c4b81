import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallResponse } from '#engine/model'
import { useConsole, useLiveCall, type Live } from '#engine/client'
import { jobsCall } from '../../../services/model/jobs-call'

export type Jobs = CallResponse<typeof jobsCall>

/** What windows of one person say to each other: a state, or who listens; five hundred rides are copied for nobody else. */
type Word = Jobs | 'who' | 'here' | 'gone'

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
  const tell = useRef<((answer: Jobs) => void) | null>(null)
  useEffect(() => {
    const own = new BroadcastChannel(`toolrides_v5.jobs.${actor.id}`)
    channel.current = own
    const say = (word: Word): void => channel.current?.postMessage(word)
    let isHeard = false
    tell.current = (news) => { if (isHeard) say(news) }
    own.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      isHeard = data !== 'gone'
      if (data === 'who') say(known.current ?? 'here')
      // Whether anybody else is left.
      else if (data === 'gone') say('who')
      // What was asked earlier may arrive later.
      else if (data !== 'here' && !(known.current && data.as_of <= known.current.as_of)) {
        heard.current = replaceEqualDeep(known.current, data)
        put(heard.current)
      }
    })
    const leave = (): void => say('gone')
    window.addEventListener('pagehide', leave)
    say('who')
    return () => {
      leave()
      channel.current = null
      tell.current = null
      window.removeEventListener('pagehide', leave)
      own.close()
    }
  }, [actor.id, put])
  useEffect(() => {
    known.current = answer
    if (answer && answer !== heard.current) tell.current?.(answer)
  }, [answer])
  return live
}
