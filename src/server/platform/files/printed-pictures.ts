import type { Json } from '../../../model/json'
import { pictureData } from './picture-data'
import type { Runtime } from '../../language/runtime'

/** More than this would make a paper that no browser opens; what is beyond is told by its name. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_BYTES_IN_ALL = 32 * 1024 * 1024

/** The pictures of one paper: a sheet names those that it needs, and is written again when they are loaded. */
export class PrintedPictures {
  readonly #runtime: Pick<Runtime, 'database' | 'files'>
  readonly #known = new Map<string, string | null>()
  readonly #asked = new Set<string>()
  #room = MAX_BYTES_IN_ALL

  constructor(runtime: Pick<Runtime, 'database' | 'files'>) {
    this.#runtime = runtime
  }

  /** The picture at an address; null: it is not loaded, or there is none. */
  at(address: Json | undefined): string | null {
    if (typeof address !== 'string' || address === '') return null
    const known = this.#known.get(address)
    if (known === undefined) this.#asked.add(address)
    return known ?? null
  }

  /** Loads what was asked for; false: nothing was. */
  async load(): Promise<boolean> {
    const asked = [...this.#asked]
    this.#asked.clear()
    for (const address of asked) this.#known.set(address, await this.data(address))
    return asked.length > 0
  }

  /** The picture at an address, read at once. */
  async data(address: string): Promise<string | null> {
    const data = await pictureData(this.#runtime, address, Math.min(MAX_BYTES, this.#room))
    this.#room -= data?.length ?? 0
    return data
  }
}
