import type { CallContext } from '#engine/server'
import { passedOverWhy } from '../rules/dispatch-rules'

/** What a sentence about a driver may mention. */
interface WhyFacts {
  readonly distance_m?: number | null
  readonly straight_m?: number | null
  readonly duration_s?: number | null
  readonly fix_age_s?: number | null
  readonly answered?: { readonly ago_s: number } | null
  readonly booked_in_s?: number | null
  readonly idle_s?: number | null
  readonly zone?: { readonly name: string } | null
}

/** Why a driver is asked or passed over, as a sentence in the asker's language. */
export function whySentence(
  { say, settings }: Pick<CallContext, 'say' | 'settings'>,
  why: string,
  facts: WhyFacts,
): string {
  const metres = facts.distance_m ?? facts.straight_m ?? null
  return say(passedOverWhy(why) ?? `services.why.${why}`, {
    distance:
      metres === null
        ? ''
        : distanceText(
            metres,
            String(settings['distance_unit_measure'] ?? 'km'),
            String(settings['decimals_separator'] ?? '.'),
          ),
    drive: minutes(facts.duration_s),
    age: minutes(facts.fix_age_s),
    ago: minutes(facts.answered?.ago_s),
    booked: minutes(facts.booked_in_s),
    idle: minutes(facts.idle_s),
    zone: facts.zone?.name ?? '',
  })
}

const minutes = (seconds: number | null | undefined): number => Math.max(0, Math.round((seconds ?? 0) / 60))

function distanceText(metres: number, unit: string, separator: string): string {
  if (unit === 'mi') return `${(metres / 1609.344).toFixed(1).replace('.', separator)} mi`
  return metres < 1000
    ? `${Math.round(metres / 10) * 10} m`
    : `${(metres / 1000).toFixed(1).replace('.', separator)} km`
}
