// What the board of a past moment takes from the live one: loaded with that screen alone, and not with the console.
export { vehicleMark } from './fleet/vehicle-mark'
export { JobsList } from './jobs/JobsList'
export { useChoice } from './jobs/use-choice'
