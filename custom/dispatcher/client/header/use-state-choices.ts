import { useEffect, useState } from 'react'
import type { CallResponse } from '#engine/model'
import { useProvider } from '#engine/client'
import { statesBusyDriverCall, vehiclesTempStatesCall } from '../../model/fleet-states-calls'

type StateChoices = CallResponse<typeof statesBusyDriverCall>['items']

/** The states that vehicles can be filtered by, asked for when they are first wanted; null until then. */
export function useStateChoices(wanted: boolean): StateChoices | null {
  const provider = useProvider()
  const [choices, setChoices] = useState<StateChoices | null>(null)
  useEffect(() => {
    if (!wanted || choices) return undefined
    const asked = new AbortController()
    const { signal } = asked
    Promise.all([provider.call(vehiclesTempStatesCall, {}, { signal }), provider.call(statesBusyDriverCall, {}, { signal })])
      .then(([own, rides]) => setChoices([...own.items, ...rides.items]))
      // Opened again, it is asked for again.
      .catch(() => undefined)
    return () => asked.abort()
  }, [provider, wanted, choices])
  return choices
}
