import type { DispatcherService } from '../../../services/model'

const TAKEN: ReadonlySet<string> = new Set(['scheduled', 'accepted', 'onway', 'waiting'])

/** Whether somebody has the ride and can be taken off it: with a passenger aboard it is handed over, never left. */
export const mayTakeOff = (item: Pick<DispatcherService, 'state' | 'id_driver'> | undefined): boolean =>
  item !== undefined && item.id_driver !== null && TAKEN.has(item.state)
