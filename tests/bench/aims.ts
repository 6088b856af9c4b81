/** One figure that is watched from run to run. */
export interface Aim {
  readonly says: string
  readonly aim: number
  /** After the figure; empty: a ratio to the server written by hand. */
  readonly unit?: string
  /** Which side is better; default 'more'. */
  readonly better?: 'more' | 'less'
  /** The group that measures it (`npm run bench -- lists`), or what else does. */
  readonly by: string
}

const less = (says: string, aim: number, unit: string, by: string): Aim => ({ says, aim, unit, better: 'less', by })

/** What the table of `npm run bench` shows, in this order. */
export const AIMS = {
  rows_root: { says: 'rows only, 20 columns and 6 references: root', aim: 0.9, by: 'lists' },
  rows_bound: { says: 'rows only: a company', aim: 0.9, by: 'lists' },
  names_root: { says: 'rows with names: root', aim: 1.1, by: 'lists' },
  names_bound: { says: 'rows with names: a company', aim: 1.1, by: 'lists' },
  one: { says: 'one record, rows only', aim: 0.8, by: 'lists' },
  one_named: { says: 'one record with names', aim: 1, by: 'lists' },
  create: { says: 'create with rules and log', aim: 0.45, by: 'lists' },
  search_common: { says: 'search, common word', aim: 0.5, by: 'lists' },
  search_rare: { says: 'search, rare word', aim: 0.8, by: 'lists' },
  nothing: { says: "an empty list: the engine's own floor", aim: 0.6, by: 'lists' },
  services_root: { says: 'services with their number: root', aim: 0.45, by: 'town' },
  services_branch: { says: 'services: an operator of a branch', aim: 0.45, by: 'town' },
  services_company: { says: 'services: a company', aim: 0.45, by: 'town' },
  service_bytes: less('bytes of a service in a list', 1650, ' B', 'town'),
  clients_root: { says: 'clients with their number: root', aim: 0.45, by: 'town' },
  clients_branch: { says: "clients of a branch, over root's", aim: 1, unit: " of root's", by: 'town' },
  callers: { says: 'who is calling, four digits, ten at once', aim: 300, unit: ' a second', by: 'town' },
  caller_alone: less('who is calling, four digits, alone: p99', 20, ' ms', 'town'),
  live: { says: 'the whole map of 10,000 vehicles', aim: 200, unit: ' a second', by: 'town' },
  live_bytes: less('the same, packed', 250, ' kB', 'town'),
  start_full: less('a start with the fleet and the services', 1.5, ' s', 'town'),
  start_empty: less('a start, empty', 1, ' s', 'town'),
  far_branch: { says: "a branch's far page, over OFFSET by hand", aim: 2, unit: ' times', by: 'town' },
  first_list: less('first list in a browser, cold', 0.7, ' s', 'a browser'),
  first_js: less('  its script', 300, ' kB', 'a browser'),
  first_words: less('  its words and model', 40, ' kB', 'a browser'),
  services_cold: less('/services cold', 0.8, ' s', 'a browser'),
  dispatcher_cold: less('the dispatcher cold', 1, ' s', 'a browser'),
  dashboard_company: less("a dashboard as a company's administrator, 10M services", 300, ' ms', 'rollups'),
  day_again: less('a day counted again, 27,400 services', 50, ' ms', 'rollups'),
  closings: less('10,000 services closed into 300 statements', 30, ' s', 'closings'),
  suite: less('npm test', 900, ' s', 'npm test -- --times'),
} satisfies { readonly [id: string]: Aim }

export type AimId = keyof typeof AIMS

/** What a run found. */
export interface Result {
  readonly value: number
  /** YYYY-MM-DD. */
  readonly on: string
  /** What a reader has to know of it: how large, how busy. */
  readonly how?: string
}
export type Results = { readonly [id in AimId]?: Result }

/** An aim is kept from this part of it on. */
const GATE = 0.7

/** The value from which on an aim's gate is passed. */
export const gateOf = ({ aim, better }: Aim): number => (better === 'less' ? aim / GATE : aim * GATE)

/** How much of the aim a value is: 1 is all of it. */
export const shareOf = ({ aim, better }: Aim, value: number): number => (better === 'less' ? aim / value : value / aim)

/** The table as text: what this run found, else what the last one did. */
export function tableOf(last: Results, now: Results = {}): string {
  const lines = Object.entries(AIMS).map(([id, of]: [string, Aim]) => {
    const [fresh, old] = [now[id as AimId], last[id as AimId]]
    const result = fresh ?? old
    const shown = (value: number): string => `${rounded(value)}${of.unit ?? ''}`
    const gate = `${of.better === 'less' ? '≤' : '≥'} ${shown(gateOf(of))}`
    if (!result) return ['·', of.says, '', shown(of.aim), gate, '', `not measured here (${of.by})`]
    const share = shareOf(of, result.value)
    const told = fresh
      ? `this run${old ? `; ${old.on}: ${shown(old.value)}` : ''}`
      : [result.on, result.how].filter(Boolean).join(', ')
    return [
      share >= 1 ? 'ok' : share >= GATE ? 'gate' : 'MISSED',
      of.says,
      shown(result.value),
      shown(of.aim),
      gate,
      share.toFixed(2),
      told,
    ]
  })
  const rows = [['', 'figure', 'is', 'aim', 'gate', 'of the aim', ''], ...lines]
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
