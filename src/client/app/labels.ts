import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import type { FormGroup, Resource } from '../../model/resource'
import { useConsole } from './console'

/**
 * The label of a field, or of a wire name that a reference brings, in the user's language:
 * `resources.<resource>.fields.<f>`, `entities.<entity>.fields.<f>`, `fields.<f>`, else the schema's title.
 */
export function useFieldLabel(resource: Pick<Resource, 'name' | 'entity'>): (f: string) => string {
  const translate = useTranslate()
  const entity = useConsole().model.entities[resource.entity]
  return useCallback(
    (f) => {
      const fields = Object.values(entity?.fields ?? {})
      const field = entity?.fields[f] ?? fields.find((one) => one.ref && f in one.ref.expand)
      // A field added by an administrator has only its own title.
      if (field?.dynamic) return field.title
      const keys = [`resources.${resource.name}.fields.${f}`, `entities.${resource.entity}.fields.${f}`, `fields.${f}`]
      return firstWord(translate, keys) ?? field?.title ?? f
    },
    [translate, entity, resource.name, resource.entity],
  )
}

/** The title of a resource: `resources.<resource>.name`, else the one in its file. */
export function useResourceTitle(resource: Resource): string {
  const translate = useTranslate()
  return firstWord(translate, [`resources.${resource.name}.name`], { smart_count: 2 }) ?? resource.title
}

/** The title of a group of a form's rows: `resources.<resource>.groups.<group>`, else the one in its file; null: none. */
export function useGroupTitle(resource: Pick<Resource, 'name'>): (group: Pick<FormGroup, 'group' | 'title'>) => string | null {
  const translate = useTranslate()
  return useCallback(
    ({ group, title }) => (title === undefined ? null : firstWord(translate, [`resources.${resource.name}.groups.${group ?? ''}`]) ?? title),
    [translate, resource.name],
  )
}

type Translate = ReturnType<typeof useTranslate>

function firstWord(translate: Translate, keys: readonly string[], params: { smart_count?: number } = {}): string | null {
  for (const key of keys) {
    const word = translate(key, { ...params, _: '' })
    if (word && word !== key) return word
  }
  return null
}
