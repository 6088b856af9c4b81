import { actionKeys } from '../../../model/field-words'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { pageRoute, recordRoute } from '../../../model/record-route'
import type { Resource } from '../../../model/resource'
import { answersOf } from '../../../model/forms/form'
import { leavesOf, valueWithin } from '../../../model/inner-field'
import { isSame } from '../../../model/values/same'
import { choiceText, fieldLabel, innerLabel, oneTitle, resourceTitle } from '../fields/labels'
import { isOneOf, type Rule } from '../../../model/rules/rule'
import type { LogLine } from './log-list'
import { isNameless, shownValue } from '../said/shown-value'
import { contextOf, type RecordContext } from '../record-context'
import { seenFields } from '../fields/seen-fields'

/** One change as users read it. */
interface LogChange {
  readonly field: string
  readonly label: string
  readonly from: string | null
  readonly to: string | null
}

/** A line of the activity log under the spec's names (spec 1 §3 "Log entry"), with what changed. */
export interface LogEntryItem {
  readonly id: number
  readonly type_user: string | null
  readonly user_name: string
  readonly user_link: string | null
  /** Who acted under that name: root viewing as another user. */
  readonly user_as: string | null
  /** The API key of that person which a program used. */
  readonly user_key: string | null
  readonly type_log: string
  readonly type_log_prefix: string
  readonly type_log_name: string
  readonly type_log_suffix: string
  readonly targets: readonly { readonly type: string; readonly name: string; readonly link: string | null }[]
  readonly date_created: string
  readonly ago: string
  readonly se_platform: string
  /** The run of several writes that it belongs to: its key for the filter, and its text. */
  readonly run: { readonly id: string; readonly name: string } | null
  readonly changes: readonly LogChange[]
  /** In a record's own activity: the line is about rows beside it. */
  readonly part: boolean
  /** How many more rows the same write changed in the same way. */
  readonly rest: number
}

/** Translates a line into the asker's language; fields they do not see are left out. */
export function logEntry(context: RecordContext, line: LogLine): LogEntryItem {
  const {
    model,
    actor,
    runtime: { words },
    now,
  } = context
  const resource = model.resources[line.resource]
  const entity = resource && model.entities[resource.entity]
  const changes = resource && entity ? changeWords(contextOf(context, entity, resource), line.changes) : []
  const typeUser = model.entities.users?.fields.type_user
  const userRoute = line.user_resource === null ? undefined : model.resources[line.user_resource]
  const moment = momentOf(line.date_created)
  return {
    id: line.id,
    type_user: typeUser && line.type_user !== null ? choiceText(words, actor.language, typeUser, line.type_user) : null,
    user_name: line.user_name ?? words.say(actor.language, 'logs.system'),
    user_link: userRoute === undefined || line.id_user === null ? null : recordRoute(userRoute, line.id_user),
    user_as: line.user_as,
    user_key: line.user_key,
    type_log: line.type_log,
    type_log_prefix: '',
    type_log_name: wordOf(context, line.type_log, resource),
    type_log_suffix:
      line.type_log === 'edit' || line.type_log === 'undo' ? changes.map(({ label }) => label).join(', ') : '',
    targets: resource ? [targetOf(context, resource, entity, line)] : [],
    date_created: moment,
    ago: ago(Date.parse(moment), now.getTime(), actor.language),
    se_platform: line.platform ?? 'web',
    run: runOf(context, line.note),
    changes,
    part: false,
    rest: 0,
  }
}

function targetOf(
  { runtime: { words }, actor }: RecordContext,
  resource: Resource,
  entity: Entity | undefined,
  { id_target: number, key_target, title }: LogLine,
): LogEntryItem['targets'][number] {
  const many = resourceTitle(words, actor.language, resource)
  const id_target = key_target ?? number
  const type = entity && id_target !== null ? oneTitle(words, actor.language, resource, entity) : many
  return {
    type,
    name: id_target === null ? type : (title ?? `#${id_target}`),
    link: id_target === null ? pageRoute(resource) : recordRoute(resource, id_target),
  }
}

/** `bulk:…`, `import:7`, `load:…`, `merge:7`, `undo:…` in the note of a line. */
function runOf({ runtime: { words }, actor }: RecordContext, note: string | null): LogEntryItem['run'] {
  const kind = /^(bulk|import|load|merge|undo):/.exec(note ?? '')?.[1]
  return note === null || kind === undefined ? null : { id: note, name: words.say(actor.language, `logs.runs.${kind}`) }
}

/** The verb in words, or the verb itself where it has none. */
function wordOf(
  { runtime: { words }, actor: { language } }: RecordContext,
  type: string,
  resource: Resource | undefined,
): string {
  const move = resource?.actions.find((action) => action.move && action.id === type)
  const keys = resource && move ? actionKeys(resource, move) : [`logs.types.${type}`]
  return (
    keys.map((key) => [key, words.say(language, key)] as const).find(([key, text]) => text !== key)?.[1] ??
    move?.title ??
    type
  )
}

/** Changes of a record as the asker reads them; those of fields that they do not see are left out. */
export function changeWords(context: RecordContext, changes: LogLine['changes']): LogChange[] {
  const {
    actor,
    entity,
    resource,
    runtime: { words, fieldTypes },
  } = context
  const seen = seenFields(context).fields
  return Object.values(entity.fields).flatMap((field): LogChange[] => {
    const { name } = field
    const change = changes && Object.hasOwn(changes, name) ? changes[name] : undefined
    if (!change || field.system) return []
    const label = fieldLabel(words, actor.language, resource, field, name)
    // A secret's change is shown without its value; what a rule hides in some rows is left out in all.
    if ('changed' in change)
      return typeOf(field, fieldTypes).writeOnly || (field.virtual && seen.get(name) === null)
        ? [{ field: name, label, from: null, to: words.say(actor.language, 'logs.secret_changed') }]
        : []
    const rule = seen.get(name)
    if (rule === undefined || (rule !== null && !isOwnPart(field, rule))) return []
    if (isNameless(context, field)) return []
    if (field.properties) return innerChanges(context, field, change)
    if (field.answers) return answerChanges(field, change)
    return [
      {
        field: name,
        label,
        from: change.from_text ?? shownValue(context, field, change.from),
        to: change.to_text ?? shownValue(context, field, change.to),
      },
    ]
  })
}

/**
 * Whether only another part (`x-parts`) hides the field in some rows: that orders the form and keeps nothing from the
 * asker.
 */
const isOwnPart = ({ part }: Field, rule: Rule): boolean =>
  part !== undefined && JSON.stringify(rule) === JSON.stringify(isOneOf(part.by, part.values))

/** What changed within a compound value, each under its own label. */
function innerChanges(
  context: RecordContext,
  field: Field,
  { from, to }: { readonly from: Json; readonly to: Json },
): LogChange[] {
  const {
    runtime: { words },
    actor,
    resource,
    entity,
  } = context
  return leavesOf(field).flatMap((leaf) => {
    const path = leaf.name.split('.').slice(1)
    const [before, after] = [valueWithin(from, path), valueWithin(to, path)]
    if (isSame(before, after)) return []
    return [
      {
        field: leaf.name,
        label: innerLabel(words, actor.language, resource, entity, leaf.name),
        from: shownValue(context, leaf, before),
        to: shownValue(context, leaf, after),
      },
    ]
  })
}

/** What changed among answers, each under what was asked; the words of then stand beside the values. */
function answerChanges({ name }: Field, { from, to }: { readonly from: Json; readonly to: Json }): LogChange[] {
  const [before, after] = [answersOf(from)?.words ?? [], answersOf(to)?.words ?? []]
  const keys = [...new Set([...before, ...after].flatMap(({ key, text }) => (text === undefined ? [] : [key])))]
  return keys.flatMap((key) => {
    const [old, now] = [before, after].map((words) => words.find((one) => one.key === key))
    return old?.text === now?.text
      ? []
      : [
          {
            field: `${name}.${key}`,
            label: now?.label ?? old?.label ?? key,
            from: old?.text ?? null,
            to: now?.text ?? null,
          },
        ]
  })
}

/** `timestamptz` as the driver returns it → ISO 8601. */
const momentOf = (raw: string): string => new Date(raw.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `hace 5 minutos`, in the largest unit that fits. */
function ago(then_ms: number, now_ms: number, language: string): string {
  const past_s = Math.max(0, Math.round((now_ms - then_ms) / 1000))
  const [unit, seconds] = STEPS.find(([, size]) => past_s >= size) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(past_s / seconds), unit)
}
