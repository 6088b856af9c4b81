import { living, visible } from '#app/tables'
import { AppError } from '#engine/model'
import { type Hooks, serveCall } from '#engine/server'
import { areVariablesWhole } from '../../model/fill-template'
import { fetchTemplatesCall } from '../../model/template-calls'
import { ADAPTERS, channelsById } from '../channels/adapters'
import { wrong } from '#engine/model'

const keyOf = ({ name, language }: { readonly name: string; readonly language: string }): string => `${name} ${language}`

/** Brings the approved templates by the asker's rights, under the catalogue's rules. @throws {AppError} NOT_FOUND, CONFLICT with the provider's reason */
export const fetchTemplates = serveCall(fetchTemplatesCall, async (context, { id }) => {
  const { db } = context
  const seen = await visible(db, context, 'chat_channels').where('id', '=', id).select('id').executeTakeFirst()
  const channel = seen && (await channelsById(db, [id])).get(id)
  const ask = channel && ADAPTERS[channel.type].templates
  if (!channel || !ask) throw new AppError('NOT_FOUND')
  const listed = await ask(channel, context.settings)
  if (!listed.ok) throw new AppError('CONFLICT', { say: SAID.has(listed.reason) ? `chats.reasons.${listed.reason}` : 'chats.reasons.other' })
  const usable = listed.items.filter(({ isApproved, whole }) => isApproved && whole)
  const known = new Map((await living(db, 'chat_templates').where('id_channel', '=', id).select(['id', 'name', 'language', 'state']).execute()).map((row) => [keyOf(row), row]))
  const names = new Set(usable.map(keyOf))
  const gone = [...known.values()].filter((row) => row.state === '1' && !names.has(keyOf(row)))
  await context.records.write(async ({ saveMany }) => {
    await saveMany('chat_templates', usable.map(({ name, language, body }) => {
      const own = known.get(keyOf({ name, language }))
      return { ...own && { id: own.id }, id_channel: id, name, language, body, state: '1' }
    }))
    await saveMany('chat_templates', gone.map((row) => ({ id: row.id, state: '0' })))
  })
  const left_out = listed.items.filter(({ isApproved, whole }) => isApproved && !whole).length
  const msg = [
    context.say('chats.templates.fetched', { smart_count: usable.length }), left_out > 0 ? context.say('chats.templates.left_out', { smart_count: left_out }) : '',
    gone.length > 0 ? context.say('chats.templates.off', { smart_count: gone.length }) : '',
  ].filter(Boolean).join(' ')
  return { kept: usable.length, left_out, off: gone.length, msg }
})

const SAID = new Set(['incomplete', 'token', 'account', 'too_many', 'unreached', 'malformed'])

/** Of a body that the provider cannot have approved nobody would get anything. */
export const templateHooks: Hooks = {
  entity: 'chat_templates',
  async beforeSave(_context, data) {
    if (typeof data.body === 'string' && !areVariablesWhole(data.body)) throw wrong('body', 'chats.template_variables')
    return data
  },
}
