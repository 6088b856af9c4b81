import { type Actor, AppError } from '#engine/model'

// The dispatcher's dialogs, the list of active services and the history all ask about a service.
const MODULES = ['dispatcher', 'actives', 'services'] as const

/** @throws {AppError} FORBIDDEN where the asker sees services nowhere */
export function assertSeesServices(actor: Actor): void {
  if (!actor.root && !MODULES.some((module) => actor.rights[module]?.see)) throw new AppError('FORBIDDEN')
}
