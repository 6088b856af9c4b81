import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import { choiceKeys } from '../../model/field-words'
import { formAutocompleteCall, offeredCall, targetsCall, versionCall } from '../../model/forms/form-calls'
import type { CompiledForm } from '../../model/forms/form'
import type { Model } from '../../model/model'
import { maySee } from '../../model/rights/access'
import { fold } from '../../model/values/fold'
import type { Actor } from '../../model/rights/actor'
import { serveCall, type CallContext } from '../language/feature/call'
import { livingRows } from '../platform/database/engine-tables'
import { readCompiled } from '../records/forms/read-forms'
import { previewForm, publish } from '../work/forms/publish'

const OFFERED = 50

/** Who sees forms, or records that answer one, may read what is asked in them. */
function assertReads({ actor, model }: { readonly actor: Actor; readonly model: Model }): void {
  const isOpen = Object.values(model.resources).some((resource) => {
    const fields = Object.values(model.entities[resource.entity]?.fields ?? {})
    return (resource.entity === 'forms' || fields.some(({ answers }) => answers)) && maySee(actor, resource)
  })
  if (!isOpen) throw new AppError('FORBIDDEN')
}

const targets = serveCall(targetsCall, async (context) => {
  assertReads(context)
  const field = context.model.entities.forms?.fields.target
  const wordOf = (value: string, title: string): string => {
    const said = field
      ? choiceKeys(field, value)
          .map((key) => [key, context.say(key)] as const)
          .find(([key, text]) => text !== key)
      : undefined
    return said?.[1] ?? title
  }
  return {
    items: context.model.application.forms.map(({ value, title }) => ({ id: value, name: wordOf(value, title) })),
  }
})

const autocomplete = serveCall(formAutocompleteCall, async (context, { query = '', target }) => {
  assertReads(context)
  const published = livingRows(context.db, 'forms')
    .select(['id', 'name', 'target'])
    .where('state', '=', '1')
    .where('published', 'is not', null)
    .where(sql<boolean>`strpos(tr_fold(name), ${fold(query.trim())}) > 0`)
  const about = target === undefined ? published : published.where('target', '=', target)
  return { items: await about.orderBy('rank').orderBy('id').limit(OFFERED).execute() }
})

async function compiledOf(context: CallContext, id: number, number: number | undefined): Promise<CompiledForm> {
  assertReads(context)
  const there = await livingRows(context.db, 'forms').select('id').where('id', '=', id).executeTakeFirst()
  // Answers are read by what was published, also of a form that has gone.
  const compiled = there || number !== undefined ? await readCompiled(context.db, context.db, id, number ?? null) : null
  if (!compiled) throw new AppError('NOT_FOUND', { say: 'forms.unpublished' })
  return compiled
}

const version = serveCall(versionCall, async (context, { id, number }) => ({
  form: await compiledOf(context, id, number),
}))

const offered = serveCall(offeredCall, async (context, { id, number, key, query = '' }) => {
  const list = (await compiledOf(context, id, number)).lists[key]
  if (!list) throw new AppError('NOT_FOUND')
  const names = livingRows(context.db, 'form_lists')
    .select('name')
    .distinct()
    .where('var1', '=', list.var1)
    .where(sql<boolean>`strpos(tr_fold(name), ${fold(query.trim())}) > 0`)
  const rows = await (list.var2 === null ? names : names.where('var2', '=', list.var2))
    .orderBy('name')
    .limit(OFFERED)
    .execute()
  return { items: rows.map(({ name }) => ({ id: name, name })) }
})

/** Forms as the console and the features' applications read, try and publish them. */
export const formCalls = [targets, autocomplete, version, offered, previewForm, publish]
