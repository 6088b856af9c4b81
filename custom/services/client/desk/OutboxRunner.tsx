import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { mayEdit } from '#engine/model'
import { LeaveGuard, useConsole, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { isUnderWay, outboxOf, useOutbox } from './outbox'
import { runOutbox } from './run-outbox'

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
  useEffect(() => runOutbox(outboxOf(id_actor), { provider, say }), [id_actor, provider, say])
  const isElsewhere = !pathname.startsWith('/dispatcher')
  useEffect(() => {
    if (!isElsewhere) return
    for (const { key, state, who, isTold, refused } of sendings) {
      if (isTold || (state !== 'refused' && state !== 'stale')) continue
      outboxOf(id_actor).change(key, { isTold: true })
      notify(say('services.desk.refused', { who: who || say('services.desk.nameless'), why: refused?.message ?? say('services.desk.stale') }), { type: 'error' })
    }
  }, [isElsewhere, sendings, id_actor, notify, say])
  return <LeaveGuard isDirty={sendings.some(isUnderWay)} isKept />
}
