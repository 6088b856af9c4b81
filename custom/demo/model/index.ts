// What other features use of this one's model.

export { CALLER_EMAIL } from './caller-account'
export { DEMO_PASSWORD, driverEmail } from './driver-account'
export { randomInteger as integer, pick, pickWeighted, type Random, randomFrom } from './random'
export { type DemoStop, homeStop, knownStops } from './trips'
