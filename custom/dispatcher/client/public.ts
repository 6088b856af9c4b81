// What other features may use of the dispatcher's browser half.

export { isSoundOn, setSound, soundNews } from './alerts/alarm'
