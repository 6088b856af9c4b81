import { useEffect, useState } from 'react'
import { useNotify } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { mayEdit } from '#engine/model'
import { LeaveGuard, useConsole, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { refusalText } from './enquiry'
import { isSaveUnderWay, outboxOf, useOutbox } from './outbox'

/** Sends what was saved at the dispatcher, whichever page is open; elsewhere a refusal is told at once. */
export default function OutboxRunner() {
  const { actor } = useConsole()
  return mayEdit(actor, { module: 'dispatcher' }) ? <Running id_actor={actor.id} /> : null
}

function Running({ id_actor }: { id_actor: number }) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const { pathname } = useLocation()
  const sendings = useOutbox(id_actor)
  const isElsewhere = !pathname.startsWith('/dispatcher')
  // What sends is fetched where there is something to send, and by the board before: its line may be cut by then.
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && (!isElsewhere || sendings.some(isSaveUnderWay))) setWanted(true)
  useEffect(() => {
    if (!isWanted) return
    let end: (() => void) | 'ended' | undefined
    void import('./run-outbox').then(({ runOutbox }) => {
      if (end !== 'ended') end = runOutbox(outboxOf(id_actor), { provider, say })
    })
    return () => {
      if (typeof end === 'function') end()
      end = 'ended'
    }
  }, [isWanted, id_actor, provider, say])
  useEffect(() => {
    if (!isElsewhere) return
    for (const { key, state, who, isTold, refused } of sendings) {
      if (isTold || (state !== 'refused' && state !== 'stale')) continue
      outboxOf(id_actor).change(key, { isTold: true })
      notify(
        say('services.desk.refused', {
          who: who || say('services.desk.nameless'),
          why: refused ? refusalText(refused) : say('services.desk.stale'),
        }),
        { type: 'error' },
      )
    }
  }, [isElsewhere, sendings, id_actor, notify, say])
  return <LeaveGuard isDirty={sendings.some(isSaveUnderWay)} isKept />
}
