import type { JsonObject } from '../../src/model/json'

/** A call below /api/admin as somebody who may make bots. @throws what a refusal says */
type Call = (method: 'GET' | 'POST', path: string, input?: JsonObject) => Promise<JsonObject>

/**
 * A published bot that asks for a number and two places, quotes, and books what is confirmed; whatever fails is left to
 * a person.
 * @returns its id
 */
export async function bookingBot(
  call: Call,
  { name = 'Pide viajes', id_product }: { readonly name?: string; readonly id_product: number | null },
): Promise<number> {
  const made = async (path: string, input: JsonObject): Promise<number> => {
    const body = await call('POST', path, input)
    return Number(body['id'] ?? (body['item'] as JsonObject | undefined)?.['id'])
  }
  const id_bot = await made('bots/create', { name, trigger_channel: 'web', id_product })
  const step = (input: JsonObject): Promise<number> => made('bot_steps/create', { id_bot, ...input })
  const set = (id: number, edge: string, id_bot_step: number, more: JsonObject = {}): Promise<number> =>
    made(`bot_steps/${id}/set${edge}Step`, { id_bot_step, ...more })
  const human = await step({ type: '8', action_type: 'human', message_text: 'Le atiende una persona.' })
  const phone = await step({ type: '4', message_text: '¿Su teléfono?', validation_type: 'phone', variable: 'phone' })
  const from = await step({
    type: '4',
    message_text: '¿Dónde le recogemos?',
    validation_type: 'address',
    variable: 'origin',
  })
  const to = await step({
    type: '4',
    message_text: '¿A dónde va?',
    validation_type: 'address',
    variable: 'destination',
  })
  const quote = await step({ type: '8', action_type: 'quote' })
  const price = await step({
    type: '1',
    message_type: '1',
    message_text: 'Cuesta {price}. ¿Lo pedimos?',
    childs: [{ title: 'Pedir' }, { title: 'No, gracias' }],
  })
  const book = await step({ type: '8', action_type: 'book' })
  const done = await step({
    type: '1',
    message_type: '0',
    message_text: 'Buscamos un conductor. Su viaje es el {service}.',
  })
  const over = await step({ type: '8', action_type: 'close', message_text: 'Hasta pronto.' })
  const chain = [phone, from, to, quote, price] as const
  for (const [at, id] of chain.slice(0, -1).entries()) {
    await set(id, 'Positive', chain[at + 1]!)
    await set(id, 'Default', human)
  }
  await set(book, 'Positive', done)
  await set(book, 'Default', human)
  await set(price, 'Default', human)
  const flow = await call('GET', `bots/${id_bot}/flow`)
  const buttons = (flow['bot_steps'] as JsonObject[]).find(({ id }) => id === price)!['childs'] as JsonObject[]
  for (const [at, target] of [book, over].entries())
    await set(price, 'Child', target, { child: Number(buttons[at]!['id']) })
  await made(`bots/${id_bot}/setStepFirst`, { id_bot_step: phone })
  await call('POST', `bots/${id_bot}/publish`, {})
  return id_bot
}
