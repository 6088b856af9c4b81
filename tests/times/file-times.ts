/** Where the time of one file of tests went, as one of the two runners tells it. */
export interface FileTimes {
  readonly runner: 'vitest' | 'browser'
  /** From the root of the project; of the browser's with the width. */
  readonly file: string
  readonly total_ms: number
  /** Beside the whole: phases need not add up to it. */
  readonly phases: { readonly [phase: string]: number }
  readonly tests: readonly { readonly title: string; readonly ms: number }[]
}

/** Names of the reports in the folder of the times. */
export const REPORTS = { vitest: 'times-vitest.json', browser: 'times-browser.json' }
