import { useLiveCall, type Live } from '#engine/client'
import type { CallResponse } from '#engine/model'
import { similarCall } from '../../model/similar-call'
import { useService } from './service-context'

export type SimilarRides = CallResponse<typeof similarCall>['items']

/**
 * Rides that the one in the form may be a second time, as soon as client and origin are there; kept current, as another
 * operator books meanwhile.
 */
export function useSimilar(): Pick<Live<unknown>, 'again'> & { readonly rides: SimilarRides } {
  const {
    subject,
    data,
    draft: { client, stops, when, dates, similar = [] },
    isOpen,
  } = useService()
  const point = stops[0]?.point ?? null
  const [date] = when === 'booking' ? dates : []
  const isAsked = isOpen && subject.kind !== 'edit' && data.may.another && client !== null && point !== null
  const { answer, again } = useLiveCall(
    similarCall,
    {
      id_client: client?.id ?? 0,
      lat: point?.[0] ?? 0,
      lng: point?.[1] ?? 0,
      ...(typeof date === 'string' ? { date } : {}),
      ...(subject.kind === 'clone' ? { id_service_cloned: subject.id } : {}),
    },
    { enabled: isAsked },
  )
  return { rides: isAsked ? (answer?.items ?? []).filter(({ id }) => !similar.includes(id)) : [], again }
}
