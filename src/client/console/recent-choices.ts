import { storage } from '../session/storage'

// Users choose the same few records again and again.
const MAX_RECENT = 6

/** Ids chosen recently from a catalogue, the latest first. */
export interface RecentChoices {
  of(endpoint: string): readonly (number | string)[]
  keep(endpoint: string, id: number | string): void
}

/** Kept in this browser as ids alone: the server gives their names to users who may see them. */
export const recentChoices: RecentChoices = {
  of(endpoint) {
    const held = storage.read(`recent.${endpoint}`)
    return Array.isArray(held) ? held.filter((id) => typeof id === 'number' || typeof id === 'string') : []
  },
  keep(endpoint, id) {
    storage.write(
      `recent.${endpoint}`,
      [id, ...recentChoices.of(endpoint).filter((one) => one !== id)].slice(0, MAX_RECENT),
    )
  },
}
