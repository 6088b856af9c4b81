import type { JsonObject } from '../../src/model/json'

/** A plan as it must stand: what it holds in one text, and how often it was written. */
export interface Standing {
  readonly version: number
  readonly shape: string
}

/** What a plan holds that was written with it: its name, its references in their order, its rows. */
export const shapeOf = (name: string, tags: readonly number[], steps: readonly string[]): string =>
  JSON.stringify([name, tags, steps])

/** A write that was sent and not answered yet: of a plan, or of one to be. */
export interface OpenWrite {
  readonly id: number | null
  readonly code: string
  readonly shape: string
}

/** What the server has said is written, and what was under way when it died. */
export class Memory {
  readonly plans = new Map<number, Standing>()
  readonly open = new Map<string, OpenWrite>()
  /** Writes that were acknowledged. */
  count = 0

  /** @param writer who sends it: each has one write under way at most */
  begin(writer: string, write: OpenWrite): void {
    this.open.set(writer, write)
  }

  acknowledge(writer: string, { id, version }: JsonObject): void {
    const write = this.open.get(writer)
    if (!write) throw new Error(`Nothing of ${writer} was under way.`)
    this.plans.set(Number(id), { version: Number(version), shape: write.shape })
    this.open.delete(writer)
    this.count++
  }

  refuse(writer: string): void {
    this.open.delete(writer)
  }
}
