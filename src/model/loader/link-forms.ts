import type { Application } from '../application'
import type { Resource } from '../resource'
import { didYouMean } from '../values/did-you-mean'
import { fileOf, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

/** The engine's entity whose rows are forms. */
const FORMS = 'forms'

/** Resolves the reference that says which form is answered; mistakes are M094 and M097. */
export function linkAnswers(drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const draft of drafts.values()) {
    const taken = new Map<string, string>()
    for (const { field, place } of draft.fields.values()) {
      const name = field.schema['x-form']
      if (!place || typeof name !== 'string') continue
      const at = place.in('x-form')
      const form = draft.fields.get(name)?.field
      if (!form) at.error('M094', `no field "${name}" in ${fileOf(draft)}.${didYouMean(name, draft.fields.keys())}`)
      else if (form.ref?.to !== FORMS || form.virtual)
        at.error('M094', `"${name}" (${form.type}) refers to no form. Write { "x-type": "ref", "x-to": "${FORMS}" }.`)
      else if (form.ref.onDelete === 'clear')
        draft.fields
          .get(name)
          ?.place?.in('x-on-delete')
          .error('M097', `answers without their form could not be read. Remove it, so that a form with answers stays.`)
      else if (taken.has(name))
        at.error(
          'M097',
          `"${taken.get(name) ?? ''}" answers the form of "${name}" already. Give each a reference of its own.`,
        )
      taken.set(name, field.name)
      field.answers = { form: name }
    }
  }
}

/** Whether forms can add fields where the application says that they do: M095. */
export function checkFormTargets(
  { forms }: Application,
  place: ErrorPlace,
  drafts: ReadonlyMap<string, EntityDraft>,
  resources: ReadonlyMap<string, Resource>,
  lost: ReadonlySet<string>,
): void {
  const taken = new Map<string, string>()
  forms.forEach(({ adds_to, entity, value }, i) => {
    const whole = entity === undefined ? undefined : drafts.get(entity)
    if (entity !== undefined && !whole?.entity.dynamic) {
      place
        .in('forms', i, 'entity')
        .error(
          'M095',
          whole
            ? `the records of "${entity}" take no further fields. Write "x-dynamic": true in ${fileOf(whole)}.`
            : `no entity "${entity}".${didYouMean(entity, drafts.keys())}`,
        )
    }
    if (adds_to === undefined) return
    const at = place.in('forms', i, 'adds_to')
    const resource = resources.get(adds_to)
    if (!resource) {
      if (!lost.has(adds_to)) at.error('M095', `no catalogue "${adds_to}".${didYouMean(adds_to, resources.keys())}`)
      return
    }
    if (taken.has(adds_to))
      at.error('M096', `forms about "${taken.get(adds_to) ?? ''}" add fields to "${adds_to}" already. Remove one.`)
    taken.set(adds_to, value)
    const draft = drafts.get(resource.entity)
    if (resource.rest !== undefined)
      at.error('M095', `another service keeps "${adds_to}", and its records take no fields here. Remove it.`)
    else if (draft && !draft.entity.dynamic)
      at.error(
        'M095',
        `the records of "${adds_to}" take no further fields. Write "x-dynamic": true in ${fileOf(draft)}.`,
      )
  })
}
