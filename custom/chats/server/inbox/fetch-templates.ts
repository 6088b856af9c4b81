import { living, visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, type Hooks, scopeSql, serveCall } from '#engine/server'
import { areVariablesWhole } from '../../model/fill-template'
import { fetchTemplatesCall } from '../../model/template-calls'
import { ADAPTERS, channelsById } from '../channels/adapters'
import type { ListedTemplate } from '../channels/channel'

type Named = Pick<ListedTemplate, 'name' | 'language'>
const keyOf = ({ name, language }: Named): string => `${name} ${language}`

/**
 * Brings the approved templates by the asker's rights, under the catalogue's rules.
 * @throws {AppError} NOT_FOUND, CONFLICT with the provider's reason
 */
export const fetchTemplates = serveCall(fetchTemplatesCall, async (context, { id }) => {
  const { db, say } = context
  const seen = await visible(db, context, 'chat_channels as c')
    .where('c.id', '=', id)
    .select(scopeSql(context, 'chat_channels', 'c', 'write').as('own'))
    .executeTakeFirst()
  const channel = seen && (await channelsById(db, [id])).get(id)
  const ask = channel && ADAPTERS[channel.type].templates
  if (!channel || !ask) throw new AppError('NOT_FOUND')
  // Nobody is asked for what could not be kept.
  if (!seen.own) throw new AppError('FORBIDDEN', { say: 'chats.templates.shared' })
  const listed = await ask(channel, context.settings)
  if (!listed.ok)
    throw new AppError('CONFLICT', {
      say: SAID.has(listed.reason) ? `chats.reasons.${listed.reason}` : 'chats.reasons.other',
    })
  const told = listed.items.filter(({ isApproved }) => isApproved)
  const approved = [...new Map(told.map((one) => [keyOf(one), one])).values()]
  const usable = approved.filter((one) => one.whole && fits(context, one))
  const rows = await living(db, 'chat_templates')
    .where('id_channel', '=', id)
    .select(['id', 'name', 'language', 'state'])
    .execute()
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  const names = new Set(usable.map(keyOf))
  const gone = [...known.values()].filter((row) => row.state === '1' && !names.has(keyOf(row)))
  await context.records.write(async ({ saveMany }) => {
    await saveMany(
      'chat_templates',
      usable.map(({ name, language, body }) => {
        const own = known.get(keyOf({ name, language }))
        return { ...(own && { id: own.id }), id_channel: id, name, language, body, state: '1' }
      }),
    )
    await saveMany(
      'chat_templates',
      gone.map((row) => ({ id: row.id, state: '0' })),
    )
  })
  const left_out = approved.length - usable.length
  const counts = [
    ['fetched', usable.length],
    ['left_out', left_out],
    ['off', gone.length],
  ] as const
  const msg = counts
    .filter(([key, n]) => key === 'fetched' || n > 0)
    .map(([key, smart_count]) => say(`chats.templates.${key}`, { smart_count }))
    .join(' ')
  return { kept: usable.length, left_out, off: gone.length, msg }
})

/** Whether a template can be kept: of one that is too long the others are not refused. */
function fits({ model }: CallContext, told: ListedTemplate): boolean {
  const fields = model.entities['chat_templates']?.fields ?? {}
  return (['name', 'language', 'body'] as const).every((name) => {
    const { maxLength, pattern } = fields[name]?.schema ?? {}
    const isShort = typeof maxLength !== 'number' || [...told[name]].length <= maxLength
    return isShort && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(told[name]))
  })
}

const SAID = new Set(['incomplete', 'token', 'account', 'too_many', 'unreached', 'malformed'])

/** Of a body that the provider cannot have approved nobody would get anything. */
export const templateHooks: Hooks = {
  entity: 'chat_templates',
  async beforeSave(_context, data) {
    if (typeof data.body === 'string' && !areVariablesWhole(data.body)) throw wrong('body', 'chats.template_variables')
    return data
  },
}
