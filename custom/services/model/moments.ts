import type { DispatcherService } from './dispatcher-service'

const MOMENTS = [
  'date_created',
  'date_onair',
  'date_requested',
  'date_unassigned',
  'date_accepted',
  'date_onway',
  'date_waiting',
  'date_started',
  'date_arrived',
  'date_finalized',
  'date_canceled',
] as const

/** What has happened to a service and when, in its order; what is planned has not happened yet. */
export const momentsOf = (
  service: DispatcherService,
): readonly { readonly name: (typeof MOMENTS)[number]; readonly at: string }[] =>
  MOMENTS.flatMap((name) => {
    const at = service[name]
    return at && !(name === 'date_onair' && service.date_requested === null) ? [{ name, at }] : []
  }).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
