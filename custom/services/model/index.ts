// What other features use of this one's model.

export { type AskedBy, askedOrder } from './asked-order'
export { acceptAssignmentCall, type Assignment, assignmentsCall, rejectAssignmentCall } from './assignment-calls'
export type { CancelCode } from './cancel-code'
export type { DispatcherService, DispatcherStop } from './dispatcher-service'
export {
  cancelCostCall,
  cancelServiceCall,
  clientsCall,
  createCall,
  dataClientCall,
  formCall,
  ownRidesCall,
} from './form-calls'
export { handOverCall, HandoverNotes, HandoverReason } from './handover-call'
export { type ServiceInfo, serviceInfoCall, type ServiceTrackPoint as TrackPoint } from './info-call'
export { type AssignPreview, assignPreviewCall, RideJob as Job, jobsCall } from './jobs-call'
export { type MoveName, MOVES, movesFrom } from './life-cycle'
export { momentsOf } from './moments'
export { PRICE_PARTS, priceColumns, priceOther } from './price-columns'
export {
  alertsCall,
  assignVehicleCall,
  type Candidate,
  handleWarningCall,
  nearbyCall,
  offersCall,
  removeVehicleCall,
  type RequestStatus,
  requestVehicleCall,
  verifyAcceptedCall,
  waitAllCall,
  waitDriverCall,
} from './request-calls'
export type { ServiceInput } from './service-input'
export { MAX_REASON } from './trip-reason'
