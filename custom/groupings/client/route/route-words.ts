import { useMemo } from 'react'
import { useConsole } from '#engine/client'
import { zonedText } from '#engine/model'
import { moneyText, type Say, useDisplayStyle, useSay } from '#engine/ui'
import { lengthText, minutesText } from '../../../fares/client'
import { minorUnits } from '../../model/minor-units'
import type { GroupingStop } from '../../model/grouping-wire'
import type { Violation } from '../../model/plan/evaluation'

/** How the figures of a route are said. */
export interface RouteWords {
  readonly say: Say
  readonly length: (metres: number) => string
  readonly minutes: (seconds: number) => string
  /** Minor units of money. */
  readonly money: (minor: number) => string
  /** The time of day, on the console's clock. */
  readonly time: (moment: string | number) => string
  /** A difference with its sign: `+12 min`. */
  readonly more: (difference: number, text: (value: number) => string) => string
}

export function useRouteWords(): RouteWords {
  const say = useSay()
  const style = useDisplayStyle()
  const { config } = useConsole()
  const currency = config['currency']
  return useMemo(() => {
    const units = minorUnits(currency ?? 'PEN')
    return {
      say,
      length: (metres) => lengthText(metres, style),
      minutes: minutesText,
      money: (minor) => moneyText(Math.round(minor) / units, style),
      time: (moment) => zonedText(new Date(moment).toISOString(), style.zone).slice(11, 16),
      more: (difference, text) => `${difference < 0 ? '−' : '+'}${text(Math.abs(difference))}`,
    }
  }, [say, style, currency])
}

/** What is wrong at a stop, in a sentence of few words. */
export function violationText({ say, minutes }: RouteWords, { kind, by }: Pick<Violation, 'kind' | 'by'>): string {
  if (kind === 'late' || kind === 'ride' || kind === 'shift')
    return say(`groupings.broken.${kind}`, { by: minutes(Math.max(60, by)) })
  return say(`groupings.broken.${kind}`, { smart_count: by })
}

/** What no vehicle can do, as against what somebody may want all the same. */
export const isImpossible = ({ kind }: Pick<Violation, 'kind'>): boolean =>
  ['precedence', 'incomplete', 'driven', 'seats', 'lock'].includes(kind)

/** The name of a stop, for screen readers and messages. */
export const groupingStopName = (
  say: Say,
  { kind, who, address }: Pick<GroupingStop, 'kind' | 'who' | 'address'>,
): string => `${say(`groupings.kind.${kind}`)} ${who ?? ''}, ${address}`
