// What other features use of this one's model.

export { placeSearchText as askedWords, crossingTexts, tellingWords } from './asked-words'
export type { BaseMap } from './base-map'
export { geocodeCall } from './place-calls'
export { beginsWithName, placeLine } from './place-line'
export { routeCall } from './route-call'
export { STATE_COLOURS } from './state-colours'
export { fitting, type Wordy } from './text-fit'
export { vehicleShape as shapeOf, type VehicleMark } from './vehicle-mark'
export type { WayTable } from './way-table'
