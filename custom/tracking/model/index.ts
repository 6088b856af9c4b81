// What other features use of this one's model.

export { arrivalOf } from './arrival'
export { TrackedState, TrackedVehicle } from './tracking-calls'
