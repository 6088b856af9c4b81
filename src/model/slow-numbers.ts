import type { Model } from './model'

/**
 * Numbers over rows that lists of whole large tables show, and so offer to sort by: each page then counts the rows of
 * every record.
 * @returns one sentence for each, with its place and remedy
 */
export function slowNumbers(model: Model): readonly string[] {
  return Object.values(model.resources).flatMap(({ name, entity: of, list, where }) => {
    const entity = model.entities[of]
    if (!entity || entity.size !== 'large' || where) return []
    const shown = new Set([...list.columns, { f: list.sort[0] }].map(({ f }) => f))
    return Object.values(entity.fields).flatMap((field) =>
      field.computed?.kind === 'rollup' && shown.has(field.name)
        ? [
            `resources/${name}.json: to sort by "${field.name}" counts the rows of every record of a large table. Say "x-formula" in place of "x-computed" in schemas/${of}.json, and it is kept.`,
          ]
        : [],
    )
  })
}
