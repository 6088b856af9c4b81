import { visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { MAX_TEXT } from '../../model/chat-wire'
import { fillTemplate, templateValue, variablesOf } from '../../model/fill-template'
import { sendTemplateCall, templatesCall, type ChatTemplate } from '../../model/template-calls'
import { cleanText } from '../channels/json-path'
import { sayInChat } from '../talk/say'
import { assertFree, lockOwn, take } from './own-chats'
import { readChat } from './read-chats'
import { keyOfSender, readOne, sentBefore } from './write'

const MAX_LISTED = 500

/** The templates of a channel that are in use and in the asker's scope. */
async function templatesOf(context: CallContext, id_channel: number): Promise<ChatTemplate[]> {
  const rows = await visible(context.db, context, 'chat_templates')
    .where('id_channel', '=', id_channel)
    .where('state', '=', '1')
    .select(['id', 'name', 'language', 'body'])
    .orderBy('name')
    .orderBy('language')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ id, name, language, body }) => ({
    id,
    name,
    language,
    body: body ?? '',
    variables: [...variablesOf(body ?? '')],
  }))
}

const list = serveCall(templatesCall, async (context, { id }) => {
  const { channel } = await readChat(context, context.db, id)
  return { items: await templatesOf(context, channel.id) }
})

const send = serveCall(sendTemplateCall, async (context, { id, id_template, values: given, local_id }) => {
  const {
    channel: { id: id_channel },
  } = await readChat(context, context.db, id)
  const template = (await templatesOf(context, id_channel)).find((one) => one.id === id_template)
  if (!template) throw wrong('id_template', 'ref')
  const { name, language, body, variables } = template
  const values = variables.map((_name, at) => templateValue(cleanText(given[at] ?? '')))
  const empty = values.indexOf('')
  if (empty >= 0) throw wrong(`values.${empty}`, 'required')
  const text = fillTemplate(body, values)
  if (text.length > MAX_TEXT)
    throw new AppError('VALIDATION', { errors: { values: { key: 'too_long', params: { max: MAX_TEXT } } } })
  return context.transaction(async (tx) => {
    const { chat, channel } = await lockOwn(context, tx, id)
    const key = keyOfSender(context, local_id)
    const known = await sentBefore(tx, chat, key, text)
    if (known === null) {
      await assertFree(context, tx, chat)
      await take(context, tx, chat)
      await sayInChat(
        tx,
        channel,
        chat,
        { text, template: { name, language, variables, values }, id_user: context.actor.id, local_id: key },
        context.now(),
      )
    }
    return { message: await readOne(context, tx, id, known ?? chat.seq + 1), chat: await readChat(context, tx, id) }
  })
})

export const templateCalls = [list, send]
