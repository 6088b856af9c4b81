import type { JsonObject } from './json'
import type { Report } from './report'

/**
 * The module whose right it is to make reports of one's own, the page of those that somebody may open, and the path of
 * their calls.
 */
export const OWN_REPORTS = 'own_reports'

export const MAX_OWN_REPORTS = 50
export const MAX_OWN_BLOCKS = 12
export const MAX_OWN_COLUMNS = 12
/** Letters of a definition, as JSON. */
export const MAX_OWN_CHARS = 20_000
/** Reports that somebody has on their first page: each is counted whenever it opens. */
export const MAX_ON_HOME = 4

/** Whom a report is for: its owner, the people of some roles, all who see its catalogues. */
export const SHARED = { nobody: '1', roles: '2', all: '3' } as const
export type Shared = (typeof SHARED)[keyof typeof SHARED]

/** What a person has a report do for them: on their first page, and by mail once a week. */
export interface ReportKept {
  readonly home: boolean
  readonly mail: boolean
  /** 1 is Monday. */
  readonly weekday: number
  /** Of their branch's clock. */
  readonly hour: number
}

/** A week's mails go out on Monday at seven unless a reader chooses otherwise. */
export const KEPT: ReportKept = { home: false, mail: false, weekday: 1, hour: 7 }

/** A saved report as its page shows it. */
export interface OwnReportItem {
  readonly id: number
  readonly name: string
  readonly own: boolean
  /** Whose it is; null: one's own. */
  readonly by: string | null
  readonly shared: Shared
  readonly version: number
  readonly kept: ReportKept
}

/** A block that cannot be counted any more: its catalogue, or a field of it, has gone. */
export interface LostBlock {
  readonly title: string
  /** The sentence for people. */
  readonly reason: string
}

/** A saved report, ready to be drawn by the page of any report. */
export interface OwnReportPage {
  readonly item: OwnReportItem
  readonly report: Report
  readonly lost: readonly LostBlock[]
  /** For its owner: what was saved. */
  readonly definition: JsonObject | null
  readonly roles: readonly number[]
}

/** The path of a saved report, in the console and below /api/admin. */
export const ownReportPath = (id: number | string): string => `${OWN_REPORTS}/${id}`

/**
 * What a definition says beside its blocks; the words of a file in `resources/reports` that belong to files alone are
 * none of them.
 */
export const DEFINITION_KEYS: readonly string[] = ['days', 'blocks']
