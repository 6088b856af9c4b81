import { checkTemplate, filtersFor } from '../../../model/effects/check-template'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { MetadataErrors } from '../../../model/loader/metadata-error'
import type { Resource } from '../../../model/resource'
import { fieldLabel } from '../../records/fields/labels'
import type { RecordContext } from '../../records/record-context'

/** A value that a template may name, or what others stand below. */
interface TemplateKey {
  readonly key: string
  readonly title: string
  readonly kind: 'value' | 'ref' | 'rows'
  readonly under: string | null
  readonly filters: readonly string[]
}

/**
 * What templates over a catalogue may name: its own fields, those one reference away, and those of its rows, each under
 * the title that people read.
 */
export function templateKeys(context: RecordContext): readonly TemplateKey[] {
  const { entity, model, resource } = context
  return ordered(entity).flatMap((field): readonly TemplateKey[] => {
    const rows = field.children && model.entities[field.children.of]
    const title = labelOf(context, resource, field)
    if (rows && !field.see) {
      const inner = valuesOf(context, rows, field.name, '').filter(({ key }) => key !== field.children?.link)
      return inner.length === 0 ? [] : [{ key: field.name, title, kind: 'rows', under: null, filters: [] }, ...inner]
    }
    const own = valuesOf(context, entity, null, '', [field])
    const target = field.ref && !field.virtual ? model.entities[field.ref.to] : undefined
    const behind = target && own.length > 0 ? valuesOf(context, target, field.name, `${field.name}.`) : []
    return behind.length === 0 ? own : [...own.map((key) => ({ ...key, kind: 'ref' as const })), ...behind]
  })
}

/** Values of an entity that a text may give to whoever reads it: the check of templates itself says which. */
function valuesOf(
  context: RecordContext,
  entity: Entity,
  under: string | null,
  prefix: string,
  fields = ordered(entity),
): readonly TemplateKey[] {
  const {
    model,
    runtime: { fieldTypes },
  } = context
  const there = Object.values(model.resources).find((one) => one.entity === entity.name) ?? context.resource
  return fields.flatMap((field): readonly TemplateKey[] => {
    const list = new MetadataErrors()
    checkTemplate(`{{${field.name}}}`, { entity, entities: model.entities, fieldTypes }, list.at(''))
    if (list.errors.length > 0) return []
    const of = under === null ? context.resource : there
    return [
      {
        key: `${prefix}${field.name}`,
        title: labelOf(context, of, field),
        kind: 'value',
        under,
        filters: filtersFor(field, fieldTypes),
      },
    ]
  })
}

const labelOf = (
  { runtime: { words }, actor }: RecordContext,
  resource: Pick<Resource, 'name' | 'entity'>,
  field: Field,
): string => fieldLabel(words, actor.language, resource, field, field.name)

/** As the schema has them; what the engine keeps of every record comes last. */
const ordered = ({ fields }: Entity): readonly Field[] => {
  const all = Object.values(fields).filter(({ name }) => name !== 'version' && name !== 'date_deleted')
  return [...all.filter(({ system }) => !system), ...all.filter(({ system }) => system)]
}
