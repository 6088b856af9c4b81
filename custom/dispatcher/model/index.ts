// What other features use of this one's model.

export { batteryTone } from './battery'
export { orderedJobs } from './job-order'
export { liveVehiclesCall } from './live-vehicles'
