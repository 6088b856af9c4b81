import { useEffect } from 'react'
import { useLive, usePresence, type PresenceAnswer } from '#engine/client'
import type { FlowAnswer } from '../flow/flow-calls'
import type { OpenFlow } from './use-flow-store'

// Beside somebody else the drawing follows as a form does; alone, what a program changed may wait.
const BESIDE_MS = 4_000
const ALONE_MS = 30_000

interface Others {
  readonly people: PresenceAnswer['people']
  readonly isGone: boolean
}

/** Who else has this bot's flow open; what they draw is taken in. */
export function useOthers({ store, calls, bot }: OpenFlow, version: number, mayEdit: boolean): Others {
  const { answer, isGone } = usePresence(bot, mayEdit ? 'edit' : 'see', version)
  const people = answer?.people ?? NOBODY
  const { answer: heard } = useLive<{ readonly flow: FlowAnswer; readonly turn: number }>(
    ['bot flow', bot],
    async () => {
      const turn = store.turn()
      return { flow: await calls.read(), turn }
    },
    { every_ms: people.length > 0 ? BESIDE_MS : ALONE_MS, enabled: !isGone },
  )
  useEffect(() => {
    if (heard) store.receive(heard.flow, heard.turn)
  }, [store, heard])
  return { people, isGone }
}

const NOBODY: Others['people'] = []
