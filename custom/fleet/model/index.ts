// What other features use of this one's model.

export type { Fix } from './fix'
export type { FleetVehicle } from './fleet-vehicle'
export { type DriverShift, driverShiftsCall, resortShiftsCall } from './shift-calls'
