import type { ValueFault } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import type { Field } from '../../model/model'
import { lookBehind, pathsOf, type Behind } from '../records/references'

/**
 * Looks behind the references of many records, each reference once. Those that a file named were found within the asker's reach a moment
 * ago and are asked again only for values that rules name there.
 */
export class KnownReferences {
  readonly #known = new Map<string, Behind>()
  #found: ReadonlySet<string> = new Set()

  /** @param found names of the fields whose references were looked up by what the file calls them */
  trust(found: Iterable<string>): void {
    this.#found = new Set(found)
  }

  readonly look: typeof lookBehind = async (context, tx, record, before) => {
    const references = Object.values(context.entity.fields).filter(({ ref }) => ref)
    // Which records may be chosen depends on the rest of the row: nothing to be known beforehand.
    if (references.some(({ ref }) => ref?.choices)) return lookBehind(context, tx, record, before)
    const named = new Set(pathsOf(context.entity).map(({ ref }) => ref))
    let paths: JsonObject = {}
    let faults: { readonly [field: string]: ValueFault } = {}
    for (const field of references) {
      const id = record[field.name] ?? null
      if (id === null) continue
      const isNew = JSON.stringify(id) !== JSON.stringify(before?.[field.name] ?? null)
      if (!named.has(field.name) && (!isNew || this.#found.has(field.name))) continue
      const behind = await this.#behind(context, tx, field, id, isNew)
      paths = { ...paths, ...behind.paths }
      faults = { ...faults, ...behind.faults }
    }
    return { paths, faults }
  }

  async #behind(
    context: Parameters<typeof lookBehind>[0],
    tx: Parameters<typeof lookBehind>[1],
    { name }: Field,
    id: Json,
    isNew: boolean,
  ): Promise<Behind> {
    const key = JSON.stringify([name, id, isNew])
    const known = this.#known.get(key)
    if (known) return known
    const found = await lookBehind(context, tx, { [name]: id }, isNew ? null : { [name]: id })
    this.#known.set(key, found)
    return found
  }
}
