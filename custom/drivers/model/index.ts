// What other features use of this one's model.

export { assignmentCall, availableBookingsCall as availableCall } from './bookings-call'
export { DriverService, type RideStep } from './driver-wire'
export { driverLoginCall, driverLogoutCall } from './login-call'
export { driverMessagesCall, driverReadCall, driverWriteCall } from './messages-call'
export { offerAcceptCall, offerRejectCall } from './offers-call'
export { attendPanicCall, panicCall } from './panic-call'
export { positionsCall } from './positions-call'
export {
  rideArriveCall,
  rideFinishCall,
  rideNoShowCall,
  rideOnwayCall,
  rideReleaseCall,
  rideStartCall,
  rideWaitingCall,
  stopReachedCall,
} from './rides-call'
export { shiftPauseCall, shiftResumeCall, shiftStartCall } from './shift-call'
export { driverStateCall } from './state-call'
