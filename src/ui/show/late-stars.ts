import { lateCell } from './late-cell'

/** A judgement, or an average of them, drawn as stars. */
export const LateStars = lateCell(async () => (await import('./StarsCell')).StarsCell)
