import type { Json, JsonObject } from '#engine/model'
import { type CellProps, type Say, useDisplayStyle, useSay } from '#engine/ui'
import { lengthText } from '../../../fares/client'

/** Why a driver was asked, and how many vehicles were passed over for what, as it was when the offer was made. */
export default function OfferWhyCell({ value, record }: CellProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const { reason, idle_s, zone, passed_over } = asObject(value)
  const { distance, duration } = record
  if (typeof reason !== 'string') return null
  const chosen = say(`services.why.${reason}`, {
    distance: typeof distance === 'number' ? lengthText(distance, style) : '—',
    drive: minutesOf(duration),
    idle: minutesOf(idle_s),
    zone: typeof zone === 'string' ? zone : '',
  })
  return <>{[chosen, passedText(passed_over, say)].filter(Boolean).join(' ')}</>
}

function passedText(passed: Json | undefined, say: Say): string {
  const reasons = (Array.isArray(passed) ? passed : []).map((one) => String(asObject(one).reason))
  if (reasons.length === 0) return ''
  const why = [...new Set(reasons)].map(
    (reason) => `${reasons.filter((one) => one === reason).length} ${say(`services.offer.why_passed.${reason}`)}`,
  )
  return say('services.offer.passed', { smart_count: reasons.length, why: why.join(', ') })
}

const minutesOf = (seconds: Json | undefined): number | string =>
  typeof seconds === 'number' ? Math.max(1, Math.round(seconds / 60)) : '—'

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
