import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import type { JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { choices } from '../../src/model/rules/choices'
import { kindOf } from '../../src/server/records/fields/value-texts'
import { hasTitle } from '../../src/server/records/record-title'
import type { ConformanceApp } from './conformance-app'

type Entities = ConformanceApp['model']['entities']
interface Change {
  readonly field: string
  readonly label: string
  readonly from: string | null
  readonly to: string | null
}

const KEY = /\b[a-z_]+\.[a-z_]+(\.[a-z_]+)*\b/
/** Words that no sentence ends with. */
export const IN_THE_AIR = /(^|\s)(de|del|a|al|en|con|por|para|el|la|los|las|un|una|y|o|que|su)$/i
const BARE_IDS = /^#?\d+(, #?\d+)*$/
const BARE_NUMBER = /^-?[\d.,\s]+$/
const MACHINE_DATE = /^\d{4}-\d\d-\d\d/

/** What the activity of a catalogue's records says, as the server says it to root. */
export function tellsItsActivity(resource: Resource, entity: Entity, app: () => ConformanceApp): void {
  test('tells its activity in whole sentences, with what things are called', async () => {
    const { body } = await app().get('root', 'logs', { target: resource.name, limit: 1000 })
    const lines = body.items as unknown as readonly JsonObject[]
    expect(lines.length).toBeGreaterThan(0)
    expect([...new Set(lines.flatMap((line) => faultsOf(line, entity, app().model.entities)))]).toEqual([])
  })
}

/** What is wrong with a line of the activity as it is told. */
export function faultsOf(line: JsonObject, entity: Entity, entities: Entities): readonly string[] {
  const changes = line.changes as unknown as readonly Change[]
  const verb = [line.type_log_prefix, line.type_log_name, line.type_log_suffix].filter(Boolean).join(' ')
  const target = (line.targets as unknown as readonly JsonObject[])[0]
  return [
    ...(String(line.type_log_name) === line.type_log || KEY.test(verb) ? [`${verb} has no words`] : []),
    ...(IN_THE_AIR.test(String(line.type_log_name)) ? [`"${verb}" (${String(line.type_log)}) ends in the air`] : []),
    ...(!target || KEY.test(String(target.type)) || !target.name ? [`${verb} is about nothing`] : []),
    ...(target && isBareName(String(target.name), entity)
      ? [`${verb} is about ${String(target.type)} by a bare id`]
      : []),
    ...changes.flatMap((change) =>
      [change.from, change.to].flatMap((text) => {
        const fault =
          text === null ? null : faultIn(text, entity.fields[change.field.split('.')[0] ?? ''], change, entities)
        return fault === null
          ? []
          : [`${change.field}: ${fault}, as "${change.label} ${String(text).slice(0, 80).replaceAll(/\d/g, '9')}"`]
      }),
    ),
  ]
}

/** Whether a record that is named by what it refers to is told by its number; what people write may be a number. */
const isBareName = (name: string, entity: Entity): boolean => hasTitle(entity) && /^#?\d+$/.test(name)

function faultIn(
  text: string,
  field: Field | undefined,
  { field: name, label }: Change,
  entities: Entities,
): string | null {
  if (KEY.test(label) || label === name) return 'has no label'
  if (!field || field.properties || field.answers) return null
  if ((field.ref || field.refAny) && /^#\d+$/.test(text) && !isNameless(entities[field.ref?.to ?? '']))
    return 'is a bare id'
  if (field.children && BARE_IDS.test(text)) return 'are bare ids'
  if (choices(field).some(({ value, title }) => value === text && title !== text)) return 'is a value of the program'
  const kind = kindOf(field, typeOf(field, fieldTypes))
  if (
    (field.schema['x-unit'] !== undefined || typeOf(field, fieldTypes).counts?.unit || field.type === 'percent') &&
    BARE_NUMBER.test(text)
  )
    return 'has no unit'
  if (kind === 'money' && BARE_NUMBER.test(text)) return 'has no currency'
  return (kind === 'date' || kind === 'moment') && MACHINE_DATE.test(text) ? 'is a date of the program' : null
}

/** Whether what stands for a record may be empty: then it is its number. Who may not fill a field need not. */
const isNameless = (entity: Entity | undefined): boolean =>
  entity?.represent.every((part) => !('field' in part) || !isAlwaysFilled(entity.fields[part.field])) ?? true

const isAlwaysFilled = (field: Field | undefined): boolean =>
  field?.required === true && field.edit === undefined && field.see === undefined
