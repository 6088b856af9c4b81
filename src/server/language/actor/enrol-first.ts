import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Session } from './session'

/** What a session may call whose role requires a second factor that its user lacks: all that enrolling takes. */
const OPEN = new Set(
  [
    'verify',
    'login/login',
    'login/logout',
    'login/look',
    'model/:hash',
    'words/:language',
    'me/confirm',
    'me/setLanguage',
    'me/secondFactor',
    'me/beginSecondFactor',
    'me/turnOnSecondFactor',
    'me/passkeyOptions',
    'me/beginPasskey',
    'me/addPasskey',
  ].map((path) => `/api/admin/${path}`),
)

/** Whether the session's user has to enrol before anything else. Who views as another has done so for themselves. */
export const mustEnrol = ({ role, person, viewer }: Session): boolean =>
  role?.second_factor === true && person.second_factor !== 1 && person.second_factor !== true && viewer === null

/** @throws {AppError} ENROL */
export function assertEnrolled(request: FastifyRequest, session: Session): void {
  if (mustEnrol(session) && !request.is404 && !OPEN.has(request.routeOptions.url ?? '')) throw new AppError('ENROL')
}
