// What other features use of this one's model.

export { FormToFill } from './form-calls'
