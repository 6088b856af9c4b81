import { useNotify } from 'react-admin'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { failureText, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { createFlowCalls, type FlowAnswer, type FlowCalls } from '../flow/flow-calls'
import { createFlowIds, type FlowIds } from '../flow/flow-ids'
import { createFlowStore, flowOf, type FlowState, type FlowStore } from '../flow/flow-store'

export interface OpenFlow {
  readonly store: FlowStore
  readonly state: FlowState
  readonly ids: FlowIds
  readonly calls: FlowCalls
  readonly bot: number
}

/**
 * The flow of one bot while its screen is open. What it could not save is told, and tried again when the network is
 * back.
 */
export function useFlowStore(answer: FlowAnswer): OpenFlow {
  const provider = useProvider()
  const notify = useNotify()
  const say = useSay()
  const [{ store, ids, calls, bot }] = useState(() => {
    const flowIds = createFlowIds()
    const id = answer.item.id
    const flowCalls = createFlowCalls(provider, id)
    return {
      ids: flowIds,
      calls: flowCalls,
      bot: id,
      store: createFlowStore(flowCalls, flowIds, flowOf(answer, flowIds)),
    }
  })
  useEffect(() =>
    store.hear({
      onFailure: (failure, op, refused) =>
        notify(
          say(
            op.kind === 'places' ? 'bots.flow.places_failed' : refused ? 'bots.flow.refused' : 'bots.flow.save_failed',
            { reason: failureText(failure, say) },
          ),
          { type: 'error' },
        ),
      onOthers: (changed) => notify(say('bots.flow.others_changed', { smart_count: changed.length }), { type: 'info' }),
    }),
  )
  useEffect(() => {
    const again = (): void => {
      if (store.get().status === 'failed') store.retry()
    }
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [store])
  const state = useSyncExternalStore(store.subscribe, store.get)
  return { store, state, ids, calls, bot }
}
