import { InvalidMetadata } from '../metadata/metadata'
import type { ActualShape, ActualTable } from './actual-shape'
import type { EngineState } from './engine-state'
import type { TableShape } from './shape'

/** Columns that every table of the engine has, by which it knows one that it has no record of. */
const SIGNATURES = [
  ['id', 'version', 'date_created', 'date_updated', 'date_deleted'],
  ['id_own', 'id_target', 'rank'],
]

/**
 * A table that somebody else has made is never adopted, and so never changed or dropped.
 * @throws {InvalidMetadata} M048 where a name is taken in the database
 */
export function assertOwn(tables: readonly TableShape[], actual: ActualShape, { tables: made }: EngineState): void {
  const taken = tables
    .map(({ name }) => name)
    .filter((name) => {
      const there = actual.tables.get(name)
      return actual.others.has(name) || (there !== undefined && !made.includes(name) && !isSigned(there))
    })
  if (taken.length > 0) throw new InvalidMetadata(taken.map(takenLine))
}

const isSigned = ({ columns }: ActualTable): boolean =>
  SIGNATURES.some((names) => names.every((name) => columns.has(name)))

const takenLine = (name: string): string =>
  `M048 schemas/${name}.json: the database has a "${name}" already, which this program did not make. Give the file another name, or move what is there to another schema of the database.`
