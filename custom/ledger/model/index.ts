// What other features use of this one's model.

export { type Cents, toAmount } from './cents'
