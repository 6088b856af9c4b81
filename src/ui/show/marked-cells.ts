/** What is loaded with the first list that marks its values: stars, and dates that have passed. */
export { ExpiryCell } from './ExpiryCell'
export { StarsCell } from './StarsCell'
