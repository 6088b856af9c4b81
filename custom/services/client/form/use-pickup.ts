import { useEffect } from 'react'
import { useAsked } from '#engine/client'
import { pickupCall } from '../../model/pickup-call'
import { useService } from './service-context'

const PAUSE_MS = 400
// A car drives on while the caller thinks.
const AGAIN_MS = 30_000

/**
 * In how many minutes whoever would be asked first is at the origin of a ride for now; null: nobody is near, or it is
 * not asked.
 */
export function usePickup(): { readonly minutes: number | null; readonly isNobody: boolean } {
  const {
    subject,
    data,
    draft,
    isOpen,
    priced: { filled, offers },
  } = useService()
  const point = draft.stops[0]?.point ?? null
  const isAsked =
    isOpen &&
    data.may.request &&
    subject.kind !== 'edit' &&
    draft.when === 'now' &&
    point !== null &&
    filled.id_product !== null &&
    offers !== null
  const { answer, busy, failure, retry } = useAsked(
    pickupCall,
    isAsked
      ? {
          lat: point[0],
          lng: point[1],
          id_product: filled.id_product ?? 0,
          id_branch: offers.id_branch,
          duration: Math.round(offers.duration),
          ...(draft.capacity === null ? {} : { capacity_1: draft.capacity }),
        }
      : null,
    PAUSE_MS,
  )
  useEffect(() => {
    if (!isAsked) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) retry()
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [isAsked, retry])
  if (!isAsked || failure !== null || !answer) return { minutes: null, isNobody: false }
  return {
    minutes: answer.duration === null ? null : Math.max(1, Math.ceil(answer.duration / 60)),
    isNobody: answer.duration === null && !busy,
  }
}
