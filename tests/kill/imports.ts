import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client'
import { TAGS } from './kill-project'
import type { Losses } from './proofs'

/** Rows of a file that are right, and the first of them, which change what the file before brought in. */
const ROWS = 500
const CHANGED = 20
/** Every so many rows one stands between them that is wrong. */
const WRONG_EVERY = 100
const DONE_MS = 90_000

interface Good {
  readonly code: string
  readonly name: string
  readonly tag: string | null
  readonly tags: readonly string[]
}

interface RunRow {
  readonly state: string
  readonly saved: number
}

/** Where saving stood when the server died. */
export type Cut = 'before' | 'between' | 'after'

/** The files of a run of the command, and the goods that must be there when each is saved. */
export class ImportFiles {
  readonly #goods = new Map<string, string>()
  #before: readonly string[] = []
  #run = 0
  rows = 0

  constructor(readonly client: Client) {}

  /** Brings a file up to where saving it can begin. */
  async stage(round: number): Promise<void> {
    const codes = Array.from({ length: ROWS }, (_, i) => this.#before[i < CHANGED ? i : ROWS] ?? `good-${round}-${i}`)
    const wanted = codes.map((code, i): Good => {
      const tag = TAGS[i % TAGS.length] ?? null
      return { code, name: `Good ${round} of ${i}`, tag, tags: i % 2 === 0 ? ['red', 'green'] : ['blue'] }
    })
    const lines = wanted.flatMap(({ code, name, tag, tags }, i) => [
      ...(i % WRONG_EVERY === 0 ? [`wrong-${round}-${i},Wrong,nobody,`] : []),
      `${code},${name},${tag ?? ''},${tags.join('; ')}`,
    ])
    const view = await this.client.upload(`goods-${round}.csv`, ['code,name,id_tag,tags', ...lines].join('\n'))
    this.#run = view.id
    const staged = await this.#until((run) => run.state !== 'reading')
    if (staged?.state !== 'verified')
      throw new Error(`The file of round ${round} was not verified but ${staged?.state}.`)
    for (const good of wanted) this.#goods.set(good.code, JSON.stringify(good))
    this.#before = codes.slice(CHANGED)
  }

  async save(): Promise<void> {
    await this.client.done('goods/importSave', { id: this.#run })
  }

  /** Another file, which is being read when the server dies and never saved. */
  async read(round: number): Promise<void> {
    const lines = Array.from({ length: ROWS }, (_, i) => `never-${round}-${i},Never,red,green`)
    await this.client.upload('never.csv', ['code,name,id_tag,tags', ...lines].join('\n'))
  }

  /** The import goes on by itself, to exactly the rows of the files; what was only being read brought nothing. */
  async prove(losses: Losses): Promise<Cut> {
    const found = await this.#look()
    const cut: Cut = !found || found.state === 'verified' ? 'before' : found.state === 'saved' ? 'after' : 'between'
    // Nobody has said that it would be saved: its person asks again.
    if (cut === 'before') await this.client.post('goods/importSave', { id: this.#run })
    const end = await this.#until((run) => run.state !== 'saving')
    if (end?.state !== 'saved' || end.saved !== ROWS)
      losses.push(`the import ${this.#run} came to ${JSON.stringify(end)} in place of ${ROWS} rows saved`)
    const ends = await this.client.facts<{ n: number }>(
      `select count(*)::int as n from logs where note = 'import:${this.#run}' and type_log = 'import'`,
    )
    if (ends[0]?.n !== 1) losses.push(`the end of the import ${this.#run} is told ${ends[0]?.n} times`)
    await this.#proveGoods(losses)
    await this.#giveUp(losses)
    this.rows += ROWS
    return cut
  }

  async #proveGoods(losses: Losses): Promise<void> {
    const rows = await this.client.facts<
      Good & { readonly [column: string]: never }
    >(`select g.code, g.name, t.name as tag,
        (select coalesce(json_agg(x.name order by j.rank), '[]') from goods_tags j join tags x on x.id = j.id_target
          where j.id_own = g.id) as tags
      from goods g left join tags t on t.id = g.id_tag where g.date_deleted is null`)
    const wrong = rows.filter(
      ({ code, name, tag, tags }) => this.#goods.get(code) !== JSON.stringify({ code, name, tag, tags }),
    )
    for (const row of wrong.slice(0, 5))
      losses.push(`${JSON.stringify(row)} is not as its file has it: ${this.#goods.get(row.code) ?? 'nothing'}`)
    if (rows.length !== this.#goods.size)
      losses.push(`${rows.length} goods are there, the files have ${this.#goods.size}`)
  }

  /** Whoever uploaded a file whose reading died can give it up at once. */
  async #giveUp(losses: Losses): Promise<void> {
    const open = await this.client.facts<{ id: number }>(
      "select id from imports where file_name = 'never.csv' and state in ('reading', 'verified')",
    )
    for (const { id } of open) {
      const { status, body } = await this.client.post('goods/importCancel', { id })
      if (status !== 200)
        losses.push(`the import ${id}, which was being read, cannot be given up: ${status} ${JSON.stringify(body)}`)
    }
  }

  async #look(): Promise<RunRow | undefined> {
    const [run] = await this.client.facts<RunRow>(`select i.state,
      (select count(*)::int from import_rows r where r.id_import = i.id and r.state = 'saved') as saved from imports i
      where i.id = ${this.#run}`)
    return run
  }

  async #until(holds: (run: RunRow) => boolean): Promise<RunRow | undefined> {
    const until = performance.now() + DONE_MS
    for (;;) {
      const run = await this.#look()
      if (!run || holds(run) || performance.now() > until) return run
      await sleep(100)
    }
  }
}
