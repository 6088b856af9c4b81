import { useNotify } from 'react-admin'
import { useState } from 'react'
import { useConsole, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { deedsOf } from '../../../services/client/public'
import {
  assignVehicleCall,
  type CancelCode,
  cancelServiceCall,
  handOverCall,
  type HandoverReason,
  removeVehicleCall,
  type RequestStatus,
  requestVehicleCall,
  waitDriverCall,
} from '../../../services/model'
import { useOnNews } from '../live/on-news'

interface CancelWhy {
  readonly code: CancelCode
  readonly reason?: string
  /** The client pays no penalty. */
  readonly free?: boolean
}

interface HandedOver {
  /** Who has it. */
  readonly id_driver: number
  /** Null: a driver is looked for. */
  readonly id_vehicle: number | null
  readonly reason: HandoverReason
  readonly notes: string
}

export interface RequestVerbs {
  /** A call is in progress. */
  readonly busy: boolean
  /** Asks one driver, or without a vehicle one after the other from the nearest on. */
  readonly request: (id_vehicle: number | null) => Promise<boolean>
  /** @param replaces id of the current driver, who is taken off */
  readonly assign: (id_vehicle: number, replaces: number | null) => Promise<boolean>
  /** Calls back the request that is out. */
  readonly remove: () => Promise<boolean>
  /** Takes the driver off who has it. */
  readonly takeOff: () => Promise<boolean>
  readonly wait: () => Promise<boolean>
  /** Takes the passenger, who rides already, off a car that cannot go on. */
  readonly handOver: (to: HandedOver) => Promise<boolean>
  readonly cancel: (why?: CancelWhy) => Promise<boolean>
}

/**
 * What an operator does about a service's driver. A refusal is shown in the error dialog; each resolves to whether it
 * was done.
 * @param onStatus where the search stands after it, as the call has answered
 * @param onDone something else has changed: read again
 */
export function useRequestVerbs(
  id_service: number,
  onStatus: (status: RequestStatus) => void,
  onDone: () => void,
): RequestVerbs {
  const provider = useProvider()
  const fail = useFailure()
  const notify = useNotify()
  const say = useSay()
  const onNews = useOnNews()
  const { actor } = useConsole()
  const deeds = deedsOf(actor.id)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<string | undefined>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    try {
      const answer = await work()
      if (answer) notify(answer, { type: 'success' })
      onNews(id_service, null)
      return true
    } catch (cause) {
      fail(cause)
      return false
    } finally {
      setBusy(false)
      onDone()
    }
  }
  const freed = (told: string): Promise<boolean> =>
    run(async () => {
      const { item, msg } = await provider.call(removeVehicleCall, { id_service })
      deeds.note('unassign', item)
      return msg ?? say(told)
    })
  return {
    busy,
    request: (id_vehicle) =>
      run(async () => {
        const { status, msg } = await provider.call(requestVehicleCall, {
          id_service,
          ...(id_vehicle ? { id_vehicle } : {}),
        })
        onStatus(status)
        return msg
      }),
    assign: (id_vehicle, replaces) =>
      run(async () => {
        const { item, msg } = await provider.call(assignVehicleCall, {
          id_service,
          id_vehicle,
          ...(replaces === null ? {} : { replaces }),
        })
        deeds.note('assign', item)
        return msg ?? say('dispatcher.find.assigned')
      }),
    remove: () => freed('dispatcher.request.called_back'),
    takeOff: () => freed('dispatcher.request.taken_off'),
    wait: () =>
      run(async () => {
        onStatus((await provider.call(waitDriverCall, { id_service })).status)
        return undefined
      }),
    handOver: ({ notes, ...to }) =>
      run(async () => {
        const { item, msg } = await provider.call(handOverCall, {
          id_service,
          ...to,
          ...(notes === '' ? {} : { notes }),
        })
        deeds.note('hand_over', item)
        return msg
      }),
    cancel: (why) =>
      run(async () => {
        const { item, msg } = await provider.call(cancelServiceCall, {
          id_service,
          ...(why ? { cancel_code: why.code } : {}),
          ...(why?.reason ? { reason: why.reason } : {}),
          ...(why?.free ? { free: 1 } : {}),
        })
        deeds.note('cancel', item)
        return msg ?? say('dispatcher.request.canceled')
      }),
  }
}
