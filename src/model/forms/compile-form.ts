import { ruleFault } from '../rules/rule-fault'
import type { FieldTypes } from '../field-type'
import type { JsonObject } from '../json'
import { loadModel } from '../load'
import type { MetadataError } from '../loader/metadata-error'
import { ruleOperands } from '../rules/rule-fields'
import type { CompiledForm, FormField, FormSection, FormVersion } from './form'
import { formFieldType, propertyOf } from './form-field-types'

/** What is wrong with a field of a form, at the column that says it. */
export interface FormError {
  readonly key: string
  readonly at: 'key' | 'type' | 'label' | 'options' | 'condition' | 'minimum' | 'maximum' | 'var1'
  /** Below `validation.forms`. */
  readonly say: string
  readonly what?: string
}

const ENTITY = 'answered_form'

/**
 * A publication as a schema, by the code that reads schema files.
 * @returns with errors the compiled form must not be used
 */
export function compileForm(
  version: FormVersion,
  fieldTypes: FieldTypes,
): { readonly compiled: CompiledForm | null; readonly errors: readonly FormError[] } {
  const errors = ownErrors(version.fields)
  if (errors.length > 0) return { compiled: null, errors }
  const file = { path: `schemas/${ENTITY}.json`, text: JSON.stringify(schemaOf(version)) }
  const { model, errors: found } = loadModel([file], fieldTypes, { widgets: [], panels: [], settings: [] })
  const wrong = found.filter(({ id }) => id !== 'M011').map(errorOf)
  const entity = model.entities[ENTITY]
  if (wrong.length > 0 || !entity) return { compiled: null, errors: wrong }
  const lists = Object.fromEntries(version.fields.flatMap(({ key, list }) => (list ? [[key, list]] : [])))
  const compiled: CompiledForm = {
    form: version.form,
    number: version.number,
    title: version.title,
    entity,
    sections: sectionsOf(version.fields),
    lists,
    summary: version.fields.flatMap(({ key, show_to_text }) => (show_to_text ? [key] : [])),
  }
  return {
    compiled,
    errors: version.fields.flatMap((field, at) => orderErrors(compiled, field, version.fields.slice(0, at))),
  }
}

/** What only some applications ask, nobody else can be made to answer. */
const isRequired = ({ required, app }: FormField): boolean => required === true && app === undefined

/** The JSON Schema that a publication says. */
export function schemaOf({ title, fields }: FormVersion): JsonObject {
  const properties: { [key: string]: JsonObject } = {}
  for (const field of fields) {
    const property = propertyOf(field)
    if (!property) continue
    const { condition } = field
    properties[field.key] = {
      ...property,
      ...(condition && { 'x-see': condition, ...(isRequired(field) && { 'x-require': condition }) }),
    }
  }
  const required = fields
    .filter((field) => isRequired(field) && !field.condition && properties[field.key])
    .map(({ key }) => key)
  const consents = fields.filter((field) => field.type === 'consent' && isRequired(field))
  return {
    title: title.trim() || 'Formulario',
    type: 'object',
    properties,
    'x-module': false,
    ...(required.length > 0 && { required }),
    ...(consents.length > 0 && {
      'x-checks': consents.map(
        ({ key, condition }): JsonObject => ({
          id: `consent_${key}`.slice(0, 50),
          at: key,
          assert: { [key]: { eq: 1 } },
          say: 'consent',
          ...(condition && { when: condition }),
        }),
      ),
    }),
  }
}

function ownErrors(fields: readonly FormField[]): FormError[] {
  const seen = new Set<string>()
  return fields.flatMap((field): FormError[] => {
    const { key } = field
    const type = formFieldType(field.type)
    const isTwice = seen.has(key)
    seen.add(key)
    if (isTwice) return [{ key, at: 'key', say: 'twice' }]
    if (!type) return [{ key, at: 'type', say: 'type', what: field.type }]
    if (field.label.trim() === '') return [{ key, at: 'label', say: 'label' }]
    if (type.takes?.includes('options') && !field.options?.length) return [{ key, at: 'options', say: 'options' }]
    if (type.takes?.includes('list') && !field.list?.var1) return [{ key, at: 'var1', say: 'list' }]
    return []
  })
}

/** A mistake that the loader found in the schema, at the field of the form that it came from. */
function errorOf({ id, pointer, sentence }: MetadataError): FormError {
  const [first, second = '', third = ''] = pointer.slice(1).split('/')
  const key = first === 'properties' ? second : ''
  const what = sentence
  if (third === 'x-see' || third === 'x-require' || first === 'x-checks') {
    const fault = ruleFault(id, sentence)
    return {
      key,
      at: 'condition',
      say: fault.about === null ? 'condition' : `condition_${fault.about}`,
      what: fault.what,
    }
  }
  if (id === 'M012') return { key, at: 'options', say: 'option_twice', what }
  if (id === 'M013') return { key, at: 'key', say: 'key', what }
  if (id === 'M019') return { key, at: 'maximum', say: 'limits', what }
  return { key, at: third === 'minimum' || third === 'maximum' ? third : 'type', say: 'malformed', what }
}

/**
 * A condition looks at the fields above it alone: so it is judged while people fill in, and nothing waits for itself.
 */
function orderErrors({ entity }: CompiledForm, { key }: FormField, above: readonly FormField[]): FormError[] {
  const rule = entity.fields[key]?.see
  const wrong =
    rule &&
    ruleOperands(rule).find((operand) => operand.kind !== 'field' || !above.some((one) => one.key === operand.field))
  return wrong ? [{ key, at: 'condition', say: 'order', what: wrong.kind === 'field' ? wrong.field : wrong.kind }] : []
}

function sectionsOf(fields: readonly FormField[]): FormSection[] {
  const sections: { key: string | null; title: string | null; fields: string[] }[] = [
    { key: null, title: null, fields: [] },
  ]
  for (const { key, type, label } of fields) {
    if (formFieldType(type)?.schema === null) sections.push({ key, title: label, fields: [] })
    else sections.at(-1)?.fields.push(key)
  }
  return sections.filter(({ title, fields: inside }) => title !== null || inside.length > 0)
}
