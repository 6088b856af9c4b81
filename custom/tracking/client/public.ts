// What other pages outside the console take of following a ride.
export { follow } from './page/follow'
