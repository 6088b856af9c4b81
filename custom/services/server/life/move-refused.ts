import { AppError } from '#engine/model'
import type { ServiceState } from '../../../service-states/model'

/** Somebody moved it first: the sentence names its current state by `state`, which the answer has too. */
export const movedMeanwhile = (state: ServiceState): AppError =>
  new AppError('CONFLICT', { say: `services.moved_meanwhile.${state}`, body: { state } })

/** Whether a write was refused because its driver has another ride: the partial unique index of the schema. */
export function isDriverTaken(cause: unknown): boolean {
  const { code, detail = '' } = cause as { readonly code?: unknown; readonly detail?: string }
  return code === '23505' && detail.includes('id_driver')
}
