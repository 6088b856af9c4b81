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
  const { rows } = await sql<{ id: number; name: string; target: string }>`
    select id, name, target from forms where date_deleted is null and state = '1' and published is not null
      and (${target ?? null}::text is null or target = ${target ?? null}) and strpos(tr_fold(name),
        ${fold(query.trim())}) > 0
    order by rank, id limit ${OFFERED}`.execute(context.db)
  return { items: rows.map(({ id, name, target: about }) => ({ id, name, target: about })) }
})

async function compiledOf(context: CallContext, id: number, number: number | undefined): Promise<CompiledForm> {
  assertReads(context)
  const { rows } = await sql`select 1 from forms where id = ${id} and date_deleted is null`.execute(context.db)
  // Answers are read by what was published, also of a form that has gone.
  const compiled =
    rows.length > 0 || number !== undefined ? await readCompiled(context.db, context.db, id, number ?? null) : null
  if (!compiled) throw new AppError('NOT_FOUND', { say: 'forms.unpublished' })
  return compiled
}

const version = serveCall(versionCall, async (context, { id, number }) => ({
  form: await compiledOf(context, id, number),
}))

const offered = serveCall(offeredCall, async (context, { id, number, key, query = '' }) => {
  const list = (await compiledOf(context, id, number)).lists[key]
  if (!list) throw new AppError('NOT_FOUND')
  const { rows } = await sql<{ name: string }>`
    select distinct name from form_lists where date_deleted is null and var1 = ${list.var1}
      and (${list.var2}::text is null or var2 = ${list.var2})
      and strpos(tr_fold(name), ${fold(query.trim())}) > 0 order by name limit ${OFFERED}`.execute(context.db)
  return { items: rows.map(({ name }) => ({ id: name, name })) }
})

/** Forms as the console and the features' applications read, try and publish them. */
export const formCalls = [targets, autocomplete, version, offered, previewForm, publish]
