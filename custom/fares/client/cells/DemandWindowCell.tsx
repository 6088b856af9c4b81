import { type CellProps, useSay } from '#engine/ui'

/** The time window of a surcharge; says so where it ends on the next day. */
export function DemandWindowCell({ value, record }: CellProps) {
  const say = useSay()
  const { time_from: from, time_to: to } = record
  return (
    <>
      {String(value)}
      {typeof from === 'string' && typeof to === 'string' && to <= from && ` ${say('fares.next_day')}`}
    </>
  )
}
