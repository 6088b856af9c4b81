import type { JsonObject } from '#engine/model'
import { areVariablesWhole } from '../../model/fill-template'
import { askProvider, isAnswer, type ProviderAnswer } from './call-provider'
import type { ListedTemplate, OutgoingTemplate, ChannelSent } from './channel'
import { objectAt, objectsAt, textUnder } from './json-path'

// developers.facebook.com/docs/whatsapp/business-management-api/message-templates
const MAX_PAGES = 100
/** A hundred texts of 1,024 characters, each letter in six bytes, with their examples and buttons. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

/** A template as a message says it. */
export function templateBody({ name, language, variables, values }: OutgoingTemplate): JsonObject {
  const parameters = values.map((text, at): JsonObject => {
    const variable = variables[at] ?? ''
    return { type: 'text', text, ...(/^\d+$/.test(variable) ? {} : { parameter_name: variable }) }
  })
  const components = [{ type: 'body', parameters }]
  return { name, language: { code: language }, ...(parameters.length > 0 && { components }) }
}

/** All templates of an account, whatever their state. */
export async function listTemplates(
  account: string,
  headers: { readonly authorization: string },
  outcomeOf: (answer: ProviderAnswer) => ChannelSent,
): Promise<{ readonly ok: true; readonly items: readonly ListedTemplate[] } | Extract<ChannelSent, { ok: false }>> {
  const items: ListedTemplate[] = []
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const from: string = after === null ? '' : `&after=${encodeURIComponent(after)}`
    const answer: Awaited<ReturnType<typeof askProvider>> = await askProvider(
      `${account}/message_templates?fields=name,language,status,components&limit=100${from}`,
      headers,
      MAX_PAGE_BYTES,
    )
    if (!isAnswer(answer)) return answer
    const outcome = outcomeOf(answer)
    if (!outcome.ok) return outcome
    items.push(...objectsAt(answer.body, 'data').flatMap(templateOf))
    const paging = objectAt(answer.body, 'paging')
    after = textUnder(paging, 'next') === null ? null : textUnder(objectAt(paging, 'cursors'), 'after')
    if (after === null) return { ok: true, items }
  }
  // More than any account has: a part of them would pass for all.
  return { ok: false, reason: 'malformed', again: false }
}

function templateOf(told: JsonObject): readonly ListedTemplate[] {
  const [name, language] = [textUnder(told, 'name'), textUnder(told, 'language')]
  const components = objectsAt(told, 'components')
  const body = textUnder(components.find((one) => textUnder(one, 'type') === 'BODY') ?? {}, 'text')
  if (name === null || language === null || body === null) return []
  const whole = areVariablesWhole(body) && !components.some(asksMore)
  return [{ name, language, body, isApproved: textUnder(told, 'status') === 'APPROVED', whole }]
}

/** A picture, a variable or a code beside the text: nothing here asks for those. */
function asksMore(component: JsonObject): boolean {
  const type = textUnder(component, 'type')
  const hasVariable = (of: JsonObject, name: string): boolean => (textUnder(of, name) ?? '').includes('{{')
  if (type === 'HEADER') return textUnder(component, 'format') !== 'TEXT' || hasVariable(component, 'text')
  if (type === 'BUTTONS') {
    const buttons = objectsAt(component, 'buttons')
    return buttons.some((button) => hasVariable(button, 'url') || ASKING.has(textUnder(button, 'type') ?? ''))
  }
  return type !== 'BODY' && type !== 'FOOTER'
}

/** Buttons that want a value with each message. */
const ASKING = new Set(['OTP', 'COPY_CODE', 'FLOW', 'CATALOG', 'MPM'])
