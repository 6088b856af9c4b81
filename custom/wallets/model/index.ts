// What other features use of this one's model.

export { OwnMovement, OwnMovements } from './own-wallet'
