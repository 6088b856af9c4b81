/** Shown to the person at the terminal as it is, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
