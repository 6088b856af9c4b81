// What other features use of this one's model.

export { DISTRICTS } from './districts'
export { placeWords } from './nearest-street'
export { randomStreetPlace } from './street-place'
export { STREETS } from './streets'
