import { type CellProps, useSay } from '#engine/ui'

/** From when until when a surcharge is charged; said where it ends on the day after. */
export function DemandWindowCell({ value, record }: CellProps) {
  const say = useSay()
  const { time_from: from, time_to: to } = record
  return <>{String(value)}{typeof from === 'string' && typeof to === 'string' && to <= from && ` ${say('fares.next_day')}`}</>
}
