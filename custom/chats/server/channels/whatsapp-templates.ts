import type { JsonObject } from '#engine/model'
import { areVariablesWhole } from '../../model/fill-template'
import { askProvider, isAnswer, type ProviderAnswer } from './call-provider'
import type { ListedTemplate, OutgoingTemplate, Sent } from './channel'
import { objectAt, objectsAt, textAt } from './json-path'

// developers.facebook.com/docs/whatsapp/business-management-api/message-templates
const MAX_PAGES = 20

/** A template as a message says it. */
export function templateBody({ name, language, variables, values }: OutgoingTemplate): JsonObject {
  const parameters = values.map((text, at): JsonObject => ({ type: 'text', text, .../^\d+$/.test(variables[at] ?? '') ? {} : { parameter_name: variables[at] ?? '' } }))
  return { name, language: { code: language }, ...parameters.length > 0 && { components: [{ type: 'body', parameters }] } }
}

/** All templates of an account, whatever their state. */
export async function listTemplates(
  account: string, headers: { readonly authorization: string }, outcomeOf: (answer: ProviderAnswer) => Sent,
): Promise<{ readonly ok: true; readonly items: readonly ListedTemplate[] } | Extract<Sent, { ok: false }>> {
  const items: ListedTemplate[] = []
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: Awaited<ReturnType<typeof askProvider>> = await askProvider(
      `${account}/message_templates?fields=name,language,status,components&limit=100${after === null ? '' : `&after=${encodeURIComponent(after)}`}`, headers)
    if (!isAnswer(answer)) return answer
    const outcome = outcomeOf(answer)
    if (!outcome.ok) return outcome
    items.push(...objectsAt(answer.body, 'data').flatMap(templateOf))
    const paging = objectAt(answer.body, 'paging')
    after = textAt(paging, 'next') === null ? null : textAt(objectAt(paging, 'cursors'), 'after')
    if (after === null) break
  }
  return { ok: true, items }
}

function templateOf(told: JsonObject): readonly ListedTemplate[] {
  const [name, language] = [textAt(told, 'name'), textAt(told, 'language')]
  const components = objectsAt(told, 'components')
  const body = textAt(components.find((one) => textAt(one, 'type') === 'BODY') ?? {}, 'text')
  if (name === null || language === null || body === null) return []
  return [{ name, language, body, isApproved: textAt(told, 'status') === 'APPROVED', whole: areVariablesWhole(body) && !components.some(asksMore) }]
}

/** A picture, a variable or a code beside the text: nothing here asks for those. */
function asksMore(component: JsonObject): boolean {
  const type = textAt(component, 'type')
  if (type === 'HEADER') return textAt(component, 'format') !== 'TEXT' || (textAt(component, 'text') ?? '').includes('{{')
  if (type === 'BUTTONS') return objectsAt(component, 'buttons').some((button) => (textAt(button, 'url') ?? '').includes('{{') || ['OTP', 'COPY_CODE', 'FLOW', 'CATALOG', 'MPM'].includes(textAt(button, 'type') ?? ''))
  return type !== 'BODY' && type !== 'FOOTER'
}
