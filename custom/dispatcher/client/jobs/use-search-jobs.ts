import { useNotify } from 'react-admin'
import { useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { requestVehicleCall } from '../../../services/model'

/** Looks for a driver of each of these rides, from the nearest on. */
export function useSearchJobs(onDone: () => void): (ids: readonly number[]) => Promise<void> {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  return async (ids) => {
    const results = await Promise.allSettled(ids.map((id_service) => provider.call(requestVehicleCall, { id_service })))
    const begun = results.filter(({ status }) => status === 'fulfilled').length
    if (begun > 0) notify(say('dispatcher.jobs.searched', { smart_count: begun }), { type: 'success' })
    const refused = results.find((one) => one.status === 'rejected')
    if (refused) fail(refused.reason)
    onDone()
  }
}
