import { sql } from 'kysely'
import { catalogueOf } from '../../../model/catalogue-of'
import { effectRoom } from '../../../model/effects/effect-room'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import { MetadataErrors } from '../../../model/loader/metadata-error'
import { comparedIds, comparedKey } from '../../../model/rules/compared-ids'
import { parseRule } from '../../../model/rules/parse-rule'
import type { Rule } from '../../../model/rules/rule'
import type { Db } from '../../platform/database/database'
import { contextOf, type RecordContext } from '../record-context'
import { idArray, readId, type RecordId } from '../record-id'
import { partLabels } from '../fields/part-labels'
import { ruleSentenceFor } from './rule-words'

/** A field that holds a rule (`x-rule`), and the reference that names the module whose records the rule is about. */
interface RuleField {
  readonly name: string
  readonly link: string
}

const found = new WeakMap<Entity, readonly RuleField[]>()

/** Asked at each list and record, of which hardly any holds a rule. */
function ruleFieldsOf(entity: Entity): readonly RuleField[] {
  const known = found.get(entity)
  if (known) return known
  const fields = Object.values(entity.fields).flatMap(({ name, schema }) => {
    const link = schema['x-rule']
    return typeof link === 'string' ? [{ name, link }] : []
  })
  found.set(entity, fields)
  return fields
}

/** Records with the sentence of each rule that they hold beside it (`rule__label`), in the asker's language. */
export async function withRuleTexts(
  context: RecordContext,
  db: Db,
  records: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  const { entity } = context
  let said = records
  for (const { name, link } of ruleFieldsOf(entity)) {
    const held = said.filter((record) => isHeld(record[name]) && isId(record.id))
    if (held.length === 0) continue
    const modules = await modulesOf(
      db,
      entity,
      link,
      held.map(({ id }) => id as RecordId),
    )
    said = await Promise.all(
      said.map(async (record) => {
        if (!isHeld(record[name]) || !isId(record.id)) return record
        const text = await saidRule(context, modules.get(record.id), record[name] ?? null)
        return { ...record, [`${name}__label`]: text }
      }),
    )
  }
  return said
}

const isHeld = (rule: Json | undefined): boolean => rule !== undefined && rule !== null
const isId = (id: Json | undefined): id is RecordId => typeof id === 'number' || typeof id === 'string'

/** The sentences of rules that a record held, as the activity has them. */
export async function ruleTexts(
  context: RecordContext,
  entity: Entity,
  id: RecordId,
  name: string,
  rules: readonly Json[],
): Promise<readonly (string | null)[]> {
  const field = ruleFieldsOf(entity).find((one) => one.name === name)
  if (!field) return rules.map(() => null)
  const modules = await modulesOf(context.runtime.database.db, entity, field.link, [id])
  return Promise.all(rules.map((rule) => (rule === null ? null : saidRule(context, modules.get(id), rule))))
}

/** Whether records of an entity hold rules, which are said in a sentence. */
export const holdsRules = (entity: Entity): boolean => ruleFieldsOf(entity).length > 0

/** Whether a field holds rules. */
export const holdsRule = (entity: Entity, name: string): boolean =>
  ruleFieldsOf(entity).some((field) => field.name === name)

async function modulesOf(
  db: Db,
  entity: Entity,
  link: string,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, string>> {
  const { rows } = await sql<{ id: unknown; key: string }>`select t.id, m.key
    from ${sql.table(entity.name)} as t join modules as m on m.id = t.${sql.ref(link)}
    where t.id = any(${idArray(entity, ids)})`.execute(db)
  return new Map(rows.map(({ id, key }) => [readId(entity, id), key]))
}

/** A written rule read aloud; one that no longer fits the catalogue is said not to. */
async function saidRule(context: RecordContext, module: string | undefined, written: Json): Promise<string> {
  const {
    model,
    runtime: { words, fieldTypes },
    actor,
  } = context
  const resource = module === undefined ? undefined : catalogueOf(model, module)
  const entity = resource && model.entities[resource.entity]
  const list = new MetadataErrors()
  const rule = entity && parseRule(written, effectRoom(model, fieldTypes, entity, []).rules, list.at(''))
  if (!resource || !entity || !rule || list.errors.length > 0) {
    return words.say(actor.language, 'condition.not_understood')
  }
  const there = contextOf(context, entity, resource)
  return ruleSentenceFor(there, rule, await namesIn(there, rule))
}

/** The names of the records that a rule compares with. */
async function namesIn(context: RecordContext, rule: Rule): Promise<ReadonlyMap<string, string>> {
  const asked = comparedIds(rule, context.entity, context.model.entities)
  const names = await Promise.all(
    asked.map(async ({ field, id }): Promise<readonly [string, string] | null> => {
      const name = (await partLabels(context, { field }, [String(id)])).get(String(id))
      return name === undefined ? null : [comparedKey(field, id), name]
    }),
  )
  return new Map(names.filter((one) => one !== null))
}
