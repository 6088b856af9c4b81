import { storage } from './storage'

// What is chosen again and again is a handful.
const MOST = 6

/** Ids that were chosen last from a catalogue, the latest first. */
export interface RecentChoices {
  of(endpoint: string): readonly (number | string)[]
  keep(endpoint: string, id: number | string): void
}

/** Kept in this browser: ids alone, which the server names again for whoever asks. */
export const recentChoices: RecentChoices = {
  of(endpoint) {
    const held = storage.read(`recent.${endpoint}`)
    return Array.isArray(held) ? held.filter((id) => typeof id === 'number' || typeof id === 'string') : []
  },
  keep(endpoint, id) {
    storage.write(`recent.${endpoint}`, [id, ...recentChoices.of(endpoint).filter((one) => one !== id)].slice(0, MOST))
  },
}
