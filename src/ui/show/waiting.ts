/** In place of a name that is still being asked for. */
export const WAITING = '…'
