import type { FieldError } from '../../../model/field-type'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { MetadataError } from '../../../model/loader/metadata-error'
import { readOwnReport, type ReadReport } from '../../../model/loader/own-report'
import type { Model } from '../../../model/model'
import { MAX_OWN_CHARS, ownReportPath, type LostBlock } from '../../../model/own-report'
import type { Report } from '../../../model/report'
import { visibleModel } from '../../../model/visible/visible-model'
import type { Actor } from '../../../model/rights/actor'
import { visibleReport } from '../../../model/visible/visible-reports'
import { fieldTypes } from '../../language/field-types'
import type { Runtime, Words } from '../../language/runtime'
import type { StoredReport } from './stored-report'

/** Where the blocks of a report that nobody has saved are asked for. */
const DRAFT = 'preview'

/**
 * What somebody is about to save, over the Model as they know it: a catalogue or field that they do not see is one that
 * is not there.
 * @throws {AppError} VALIDATION at the places of the definition (`blocks.0.by`)
 */
export function writtenReport(model: Model, actor: Actor, name: string, definition: JsonObject): Report {
  if (JSON.stringify(definition).length > MAX_OWN_CHARS)
    throw new AppError('VALIDATION', { errors: { definition: { key: 'too_long', params: { max: MAX_OWN_CHARS } } } })
  const { report, errors } = readOwnReport(
    visibleModel(model, actor),
    fieldTypes,
    { name: DRAFT, title: name, path: ownReportPath(DRAFT) },
    definition,
  )
  if (errors.length === 0) return report
  const at = errors.map((error): [string, FieldError] => [placeOf(error), errorOf(error)]).reverse()
  throw new AppError('VALIDATION', { errors: Object.fromEntries(at) })
}

const placeOf = ({ pointer }: MetadataError): string => pointer.slice(1).replaceAll('/', '.') || 'definition'

const SAID: readonly string[] = [
  'M002',
  'M003',
  'M013',
  'M016',
  'M026',
  'M120',
  'M121',
  'M122',
  'M123',
  'M124',
  'M125',
  'M126',
  'M131',
  'M132',
  'M134',
  'M137',
  'M138',
]

/** The sentence of a check in the user's language, with the piece of the input that is to blame. */
const errorOf = ({ id, sentence }: MetadataError): FieldError => ({
  key: `own_reports.${SAID.includes(id) ? id : 'M138'}`,
  params: { what: /"([^"]*)"/.exec(sentence)?.[1] ?? '' },
})

/** A saved report as it can be counted now. */
export const readStored = (
  runtime: Runtime,
  { id, name, definition }: Pick<StoredReport, 'id' | 'name' | 'definition'>,
): ReadReport =>
  readOwnReport(runtime.model(), fieldTypes, { name: `own_${id}`, title: name, path: ownReportPath(id) }, definition)

/** What a reader draws: the blocks that they see. */
export function visibleTo(model: Model, actor: Actor, report: Report): Report {
  const { entities } = visibleModel(model, actor)
  return visibleReport(report, new Set(), model, entities, actor)
}

/** The blocks that cannot be counted any more, by the names that their author gave them. */
export function lostBlocks(
  words: Words,
  language: string,
  { broken }: ReadReport,
  { definition }: Pick<StoredReport, 'definition'>,
): readonly LostBlock[] {
  const blocks = Array.isArray(definition.blocks) ? definition.blocks : []
  return [...broken].map(([at, [error]]) => {
    const { title, of } = (blocks[at] ?? {}) as JsonObject
    const { key, params = {} } = error ? errorOf(error) : { key: 'own_reports.M138', params: {} }
    return {
      title: String(title ?? of ?? at + 1),
      reason: words.say(language, `validation.${key}`, params as { [name: string]: string }),
    }
  })
}
