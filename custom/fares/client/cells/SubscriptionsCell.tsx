import { type CellProps, Faint } from '#engine/ui'

/** The subscriptions whose drivers use a tariff, by name. */
export function SubscriptionsCell({ value, record }: CellProps) {
  const names = record['su_name']
  if (typeof names === 'string' && names !== '') return <>{names}</>
  return value === 0 ? <Faint /> : <>{String(value)}</>
}
