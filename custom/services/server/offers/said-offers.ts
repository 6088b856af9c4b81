import type { Json, JsonObject } from '#engine/model'
import type { Hooks } from '#engine/server'
import { whySentence } from '../search/why-sentence'

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
const asNumber = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

/** Why a driver was asked, and who was passed over for what, in files as on the offer's page. */
export const saidOffers: Hooks = {
  entity: 'service_offers',
  said: {
    why: {
      reads: ['distance', 'duration'],
      say({ why, distance, duration }, { say, settings }) {
        const { reason, idle_s, zone, passed_over } = asObject(why)
        if (typeof reason !== 'string') return ''
        const facts = {
          distance_m: asNumber(distance),
          duration_s: asNumber(duration),
          idle_s: asNumber(idle_s),
          zone: { name: typeof zone === 'string' ? zone : '' },
        }
        const reasons = (Array.isArray(passed_over) ? passed_over : []).map((one) => String(asObject(one).reason))
        const counted = [...new Set(reasons)].map(
          (one) => `${reasons.filter((other) => other === one).length} ${say(`services.offer.why_passed.${one}`)}`,
        )
        const passed =
          counted.length === 0
            ? ''
            : say('services.offer.passed', { smart_count: reasons.length, why: counted.join(', ') })
        return [whySentence({ say, settings }, reason, facts), passed].filter(Boolean).join(' ')
      },
    },
  },
}
