// What other features use of this one's model.

export { usersCall } from './user-calls'
