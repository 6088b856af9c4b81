import { lateCell } from './late-cell'

const late = () => import('./marked-cells')

/** A judgement, or an average of them, drawn as stars. */
export const LateStars = lateCell(async () => (await late()).StarsCell)

/** A date on which something ends (`x-expires`). */
export const LateExpiry = lateCell(async () => (await late()).ExpiryCell)
