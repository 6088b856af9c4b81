// What other features use of this one's model.

export { sendCall } from './message-calls'
