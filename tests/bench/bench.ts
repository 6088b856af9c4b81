import type { Client } from 'pg'
import type { AimId } from './aims'

/** What every group of measurements gets. */
export interface Bench {
  readonly rows: number
  /** Shorter rounds, for trying the benchmark itself. */
  readonly quick: boolean
  /** Services of the group `rollups`. */
  readonly services: number
  /** A long run of what has one; null: none. */
  readonly minutes: number | null
  /** DATABASE_URL and PROJECT_DIR of the filled database. */
  readonly env: { readonly [name: string]: string }
  readonly client: Client
  readonly tokens: { readonly root: string; readonly tenant: string }
  /** Folder for processor profiles of what can make one; null: none. */
  readonly profile: string | null
  tell(what: string, figure: string, aim?: { readonly met: boolean; readonly text: string }): void
  /** A figure of the table of aims. */
  put(id: AimId, value: number): void
}

/** A ratio held against the least that is asked for, and what is aimed at. */
export const atLeast = (ratio: number, least: number, aim?: number): { met: boolean; text: string } => ({
  met: ratio >= least,
  text: `at least ${least}${aim === undefined ? '' : `, aim ${aim}`}`,
})

export const atMost = (value: number, most: number, unit = ''): { met: boolean; text: string } => ({
  met: value <= most,
  text: `at most ${most}${unit}`,
})
