import { isHeldBack, mayCreate, mayEdit, maySee } from '../../model/rights/access'
import { brokenRules } from '../../model/rules/broken-rules'
import { AppError } from '../../model/errors'
import { whyKeys } from '../../model/field-words'
import type { FieldError } from '../../model/field-type'
import { ruleSentenceFor } from './said/rule-words'
import { ownWhy, resourceTitle } from './fields/labels'
import type { RecordContext } from './record-context'

/** `create`: besides the right to change its records. */
type Right = 'see' | 'edit' | 'create'

type FieldErrors = { readonly [source: string]: FieldError }

/** Why the asker has no right on a catalogue, as a sentence; null: they have it. */
export function whyNoRight(
  { actor, resource, entity, model, runtime: { words } }: RecordContext,
  right: Right,
): string | null {
  const say = (key: string): string =>
    words.say(actor.language, `why.${key}`, { module: resourceTitle(words, actor.language, resource) })
  if (!maySee(actor, resource)) return say(resource.root ? 'root' : 'see')
  if (right === 'see') return null
  if (resource.readOnly) return say('program')
  if (!mayEdit(actor, resource)) return say('no_edit')
  if (isHeldBack(model.application.scopes, entity, actor)) return say('held')
  return right === 'create' && !mayCreate(model, actor, resource) ? say('no_create') : null
}

/** FORBIDDEN with the reason. */
export const forbidden = (context: RecordContext, right: Right): AppError =>
  new AppError('FORBIDDEN', { body: { why: whyNoRight(context, right) } })

/** VALIDATION; where a rule refused a value, `why` has the rule's sentence under the field. */
export function refusal(context: RecordContext, errors: FieldErrors): AppError {
  const {
    runtime: { words },
    actor,
    entity,
    resource,
  } = context
  const why = Object.entries(brokenRules(entity, errors)).map(([source, { kind, rule }]) => [
    source,
    (kind === 'edit' ? ownWhy(words, actor.language, whyKeys(resource, source)) : null) ??
      words.say(actor.language, `why.${kind === 'edit' ? 'field' : kind}`, { rule: ruleSentenceFor(context, rule) }),
  ])
  return new AppError('VALIDATION', { errors, body: why.length === 0 ? {} : { why: Object.fromEntries(why) } })
}
