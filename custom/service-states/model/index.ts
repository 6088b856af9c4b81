// Where a service stands: of no feature, since those before a service (its drivers' shifts, their queues) ask it too.

export { ACTIVE, IN_PROGRESS, OVER, SERVICE_STATES, type ServiceState } from './service-state'
