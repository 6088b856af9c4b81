import type { FastifyInstance } from 'fastify'
import type { JsonObject, Json } from '../../../model/json'
import { AppError } from '../../../model/errors'
import { success } from '../../platform/answers/envelope'
import { requireActor } from '../../work/accounts/require-actor'
import type { Runtime } from '../../language/runtime'
import { logEntries } from '../../records/log/log-entries'
import { callDocument } from '../../work/export/call-document'
import { sendFile } from '../../work/export/send-file'
import { logFile, readLogExport } from '../../records/log/log-export'
import { withNames } from '../../records/log/log-names'
import { logLines, mayReadWholeLog, type LogLine } from '../../records/log/log-list'
import { readLogQuery } from '../../records/log/log-query'
import { parsedObject, asObject } from '../../records/json-object'
import type { RecordContext } from '../../records/record-context'
import { maySee, scopeRule } from '../../../model/rights/access'
import { choices } from '../../../model/rules/choices'
import { choiceText, resourceTitle } from '../../records/fields/labels'
import { scopeNames, type Scopes } from '../../../model/application'
import { rowScope, scopePath, type Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldChange } from '../../language/audit'
import { idsWithin } from '../../records/fields/choices'
import type { RecordId } from '../../records/record-id'
import { targetContext } from '../../records/relations/refs-column'
import { idsOf } from '../../records/relations/write-refs'
import { holdsRule, ruleTexts } from '../../records/said/said-rules'
import { malformed } from '../../platform/answers/malformed'

/**
 * Lines as the asker may read them: a list of references or rows with anything outside their scope is shown only as
 * changed, since its text names every entry.
 */
async function withinSight(context: RecordContext, lines: readonly LogLine[]): Promise<readonly LogLine[]> {
  const asked = new Map<Entity, Set<RecordId>>()
  for (const { target, change } of lines.flatMap((line) => listsIn(context, line))) {
    asked.set(target, new Set([...(asked.get(target) ?? []), ...idsIn(change)]))
  }
  const met = new Map<Entity, ReadonlySet<RecordId>>()
  for (const [target, ids] of asked) {
    met.set(
      target,
      await idsWithin(targetContext(context, target), context.runtime.database.db, [...ids], { removed: true }),
    )
  }
  return lines.map((line) => {
    const beyond = listsIn(context, line).filter(({ entity, field, target, change }) =>
      field.children
        ? !goesByLink(context.model.application.scopes, target, field.children.link, entity)
        : idsIn(change).some((id) => met.get(target)?.has(id) !== true),
    )
    if (beyond.length === 0) return line
    return {
      ...line,
      changes: { ...line.changes, ...Object.fromEntries(beyond.map(({ field }) => [field.name, { changed: true }])) },
    }
  })
}

/** Lines in which a rule that a record holds is its sentence. */
async function withRules(context: RecordContext, lines: readonly LogLine[]): Promise<readonly LogLine[]> {
  return Promise.all(
    lines.map(async (line) => {
      const entity = context.model.entities[line.target]
      const id = line.key_target ?? line.id_target
      const held =
        entity && id !== null ? Object.entries(line.changes ?? {}).filter(([name]) => holdsRule(entity, name)) : []
      if (!entity || id === null || held.length === 0) return line
      const said = await Promise.all(
        held.map(async ([name, change]): Promise<readonly [string, FieldChange]> => {
          if ('changed' in change) return [name, change]
          const [from_text, to_text] = await ruleTexts(context, entity, id, name, [change.from, change.to])
          return [name, { ...change, ...(from_text && { from_text }), ...(to_text && { to_text }) }]
        }),
      )
      return { ...line, changes: { ...line.changes, ...Object.fromEntries(said) } }
    }),
  )
}

interface ListChange {
  readonly entity: Entity
  readonly field: Field
  readonly target: Entity
  readonly change: FieldChange
}

/** Changes of lists whose records are not visible to everybody. */
function listsIn({ model, actor }: RecordContext, { target: of, changes }: LogLine): readonly ListChange[] {
  const entity = model.entities[of]
  return entity === undefined
    ? []
    : Object.values(entity.fields).flatMap((field): readonly ListChange[] => {
        const target = field.virtual && model.entities[field.ref?.to ?? field.children?.of ?? '']
        const change = changes && Object.hasOwn(changes, field.name) ? changes[field.name] : undefined
        return target && change && scopeRule(model.application.scopes, target, actor) !== null
          ? [{ entity, field, target, change }]
          : []
      })
}

const idsIn = (change: FieldChange): readonly RecordId[] => {
  const values: readonly Json[] = 'changed' in change ? [] : [change.from, change.to]
  return values.flatMap((value) => idsOf(value))
}

/** Whether everyone who sees the record sees all of its rows, because they follow the record's scope. */
const goesByLink = (scopes: Scopes, rows: Entity, link: string, record: Entity): boolean =>
  (rows.scope.shared === true || record.scope.shared === undefined) &&
  scopeNames(scopes).every((name) => scopePath(rows.scope, name) === scopePath(rowScope(record.scope, link), name))

interface LogChoice {
  readonly id: string
  readonly name: string
}

// Spec 1 §3 `se_platform`.
const PLATFORMS = ['web', 'api', 'Android', 'iOS', 'widget']

/** The options of the log's filters, by the call's name (spec 2 §7). */
const LOG_CHOICES: { readonly [call: string]: (context: RecordContext) => readonly LogChoice[] } = {
  type_users: ({ model, runtime: { words }, actor }) => {
    const field = model.entities.users?.fields.type_user
    return field
      ? choices(field).map(({ value }) => ({ id: value, name: choiceText(words, actor.language, field, value) }))
      : []
  },
  // Every verb that has words; features add theirs under the same key.
  type_logs: ({ runtime: { words }, actor: { language } }) => {
    const logs = asObject(words.dictionary(language).words.logs)
    return byName(
      Object.entries(asObject(logs?.types) ?? {}).map(([id, name]) => ({ id, name: String(name) })),
      language,
    )
  },
  targets: ({ model, runtime: { words }, actor }) => {
    const seen = Object.values(model.resources).filter((resource) => maySee(actor, resource))
    return byName(
      seen.map((resource) => ({ id: resource.name, name: resourceTitle(words, actor.language, resource) })),
      actor.language,
    )
  },
  platforms: () => PLATFORMS.map((id) => ({ id, name: id })),
}

const byName = (items: readonly LogChoice[], language: string): readonly LogChoice[] =>
  items.toSorted((one, other) => one.name.localeCompare(other.name, language))

/**
 * `GET logs` with `target` and `id_target`: the activity of a record that the asker sees; without a record the whole
 * log, filtered, for staff (spec 1 §3, §7). Newest first. `GET logs/type_users|type_logs|targets|platforms`: the
 * options of its filters. `GET logs/export` with `format` csv or xlsx and the filters: all of it, for whoever may read
 * the whole log.
 */
export function registerLogs(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Querystring: JsonObject }>('/api/admin/logs', { exposeHeadRoute: false }, async (request) => {
    const actor = requireActor(request)
    const { filters, ...flat } = request.query
    const named = parsedObject(filters)
    if (!named) throw malformed('filters')
    const context = await logContext(runtime, actor)
    const query = readLogQuery({ ...flat, ...named }, String(context.settings.timezone ?? 'UTC'))
    const { lines, owner } = await logLines(context, query)
    const seen = await withNames(context, await withinSight(context, lines))
    const items = logEntries(context, await withRules(context, seen), owner)
    return success({ items, total: items.length, total_is_exact: items.length < query.limit })
  })
  app.get<{ Querystring: JsonObject }>('/api/admin/logs/export', { exposeHeadRoute: false }, async (request, reply) => {
    const context = await logContext(runtime, requireActor(request))
    if (!mayReadWholeLog(context.actor)) throw new AppError('FORBIDDEN')
    const zone = String(context.settings.timezone ?? 'UTC')
    const file = logFile(context, readLogExport(request.query, zone), zone, async (query) => {
      const { lines, owner } = await logLines(context, query)
      return {
        lines,
        entries: logEntries(
          context,
          await withRules(context, await withNames(context, await withinSight(context, lines))),
          owner,
        ),
      }
    })
    const asker = { runtime, actor: context.actor, settings: context.settings, now: context.now }
    return sendFile(asker, callDocument(asker, file), file.format, reply)
  })
  for (const [name, choices] of Object.entries(LOG_CHOICES)) {
    app.get(`/api/admin/logs/${name}`, { exposeHeadRoute: false }, async (request) => {
      const context = await logContext(runtime, requireActor(request))
      if (!mayReadWholeLog(context.actor)) throw new AppError('FORBIDDEN')
      return success({ items: choices(context) })
    })
  }
}

/** The log belongs to no catalogue: it is read over all of them. */
async function logContext(runtime: Runtime, actor: RecordContext['actor']): Promise<RecordContext> {
  const model = runtime.model()
  const [resource] = Object.values(model.resources)
  const entity = resource && model.entities[resource.entity]
  if (!resource || !entity) throw new AppError('NOT_FOUND')
  return {
    runtime,
    model,
    actor,
    resource,
    entity,
    settings: await runtime.settings(),
    now: runtime.now(),
    origin: { id_session: null, platform: 'web' },
  }
}
