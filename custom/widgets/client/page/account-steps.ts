import { element, pageButton, publicGet } from '#engine/client'
import type { VisitorAccount, Wizard } from '../wizard/wizard'
import { box, field, type PageField } from './fields'
import type { StepContext, StepView } from './step-view'

const emailBox = ({ say, send }: StepContext, wizard: Wizard) =>
  field(
    'email',
    say('email'),
    box({ type: 'email', autocomplete: 'email', inputMode: 'email', maxLength: 255, value: wizard.email }, (email) =>
      send({ kind: 'typed', change: { email } }),
    ),
  )

/** Whose account it is, on the steps after the address. */
const ownEmail = ({ email }: Wizard): HTMLElement => element('p', { of: 'soft', text: email })

const doNothing = (): void => undefined

/** Step 3: the address by which a client is known. */
export function emailStep(context: StepContext, wizard: Wizard): StepView {
  const email = emailBox(context, wizard)
  return {
    title: context.say('your_email'),
    next: context.say('next'),
    parts: [email.node],
    fields: [email],
    update: doNothing,
  }
}

/** Step 3_login. */
export function loginStep({ say, send }: StepContext, wizard: Wizard): StepView {
  const password = box({ type: 'password', autocomplete: 'current-password', maxLength: 200 }, doNothing)
  const own = field('password', say('password'), password)
  const code = box({ type: 'text', autocomplete: 'one-time-code', maxLength: 40 }, doNothing)
  const second = field('code', say('code'), code)
  const forgot = pageButton(say('forgot'), () => send({ kind: 'toRecover' }), 'link')
  return {
    title: say('log_in'),
    next: say('log_in'),
    parts: [ownEmail(wizard), own.node, second.node, forgot],
    fields: [own, second],
    update: ({ asksCode }) => {
      second.node.hidden = !asksCode
    },
    password: () => password.value,
    code: () => code.value,
  }
}

/** Step 3_recover: a mail leads to a new password. */
export function recoverStep(context: StepContext, wizard: Wizard): StepView {
  const email = emailBox(context, wizard)
  return {
    title: context.say('recover'),
    next: context.say('send_mail'),
    parts: [email.node],
    fields: [email],
    update: doNothing,
  }
}

/** The country's code, and the number. */
function phoneFields(
  { page, say, send }: StepContext,
  { account }: Wizard,
  onPassword: (min: number) => void = doNothing,
): { readonly country: PageField; readonly phone: PageField } {
  const phone = field(
    'phone',
    say('phone'),
    box({ type: 'tel', autocomplete: 'tel-national', inputMode: 'tel', maxLength: 20, value: account.phone }, (value) =>
      send({ kind: 'account', change: { phone: value } }),
    ),
  )
  const select = element('select')
  select.autocomplete = 'tel-country-code'
  select.addEventListener('change', () => send({ kind: 'account', change: { country: select.value } }))
  const country = field('country', say('country'), select)
  void publicGet<Countries>('../client/auth/form').then(
    ({ countries, min_password }) => {
      const names = new Intl.DisplayNames([page.language, 'en'], { type: 'region', fallback: 'none' })
      select.replaceChildren(
        ...countries.map(({ code, name: own, calling_code }) =>
          Object.assign(element('option', { text: `${own || (names.of(code) ?? code)} (+${calling_code})` }), {
            value: calling_code,
          }),
        ),
      )
      if (account.country !== '') select.value = account.country
      onPassword(min_password)
      send({ kind: 'account', change: { country: select.value } })
    },
    () => country.wrong(say('unreached')),
  )
  return { country, phone }
}

/** Step of a guest, whose company pays: who they are, and what the driver should know. */
export function guestStep(context: StepContext, wizard: Wizard): StepView {
  const { say, send } = context
  const name = field(
    'name',
    say('name'),
    box({ autocomplete: 'name', maxLength: 100, value: wizard.account.name }, (value) =>
      send({ kind: 'account', change: { name: value } }),
    ),
  )
  const { country, phone } = phoneFields(context, wizard)
  const email = field(
    'email',
    say('optional_email'),
    box({ type: 'email', autocomplete: 'email', maxLength: 255, value: wizard.email }, (value) =>
      send({ kind: 'typed', change: { email: value } }),
    ),
  )
  const text = Object.assign(element('textarea'), { rows: 2, maxLength: 1000, value: wizard.notes })
  text.addEventListener('input', () => send({ kind: 'typed', change: { notes: text.value } }))
  const notes = field('notes', say('notes'), text)
  return {
    title: say('guest'),
    next: say('book'),
    fields: [name, country, phone, email, notes],
    update: doNothing,
    parts: [
      element('p', { of: 'soft', text: say('company_pays').replace('#', wizard.voucher?.company ?? '') }),
      name.node,
      element('div', { of: 'pair', inside: [country.node, phone.node] }),
      email.node,
      notes.node,
    ],
  }
}

interface Countries {
  readonly countries: readonly { readonly code: string; readonly name: string; readonly calling_code: string }[]
  readonly min_password: number
}

/** Step 3_register: who is new. */
export function registerStep(context: StepContext, wizard: Wizard): StepView {
  const { say, send } = context
  const part = (name: keyof VisitorAccount, label: string, properties: Partial<HTMLInputElement>) =>
    field(
      name,
      label,
      box({ ...properties, value: wizard.account[name] }, (value) =>
        send({ kind: 'account', change: { [name]: value } }),
      ),
    )
  const name = part('name', say('name'), { autocomplete: 'given-name', maxLength: 80 })
  const surname = part('surname', say('surname'), { autocomplete: 'family-name', maxLength: 80 })
  const password = box({ type: 'password', autocomplete: 'new-password', maxLength: 200 }, doNothing)
  const passwordField = field('password', say('password'), password)
  const hint = element('p', { of: 'soft' })
  passwordField.node.append(hint)
  const { country, phone } = phoneFields(context, wizard, (min) => {
    hint.textContent = say('min_password').replace('#', String(min))
  })
  return {
    title: say('register'),
    next: say('register'),
    parts: [
      element('p', { of: 'soft', text: say('new_here') }),
      ownEmail(wizard),
      name.node,
      surname.node,
      element('div', { of: 'pair', inside: [country.node, phone.node] }),
      passwordField.node,
    ],
    fields: [name, surname, country, phone, passwordField],
    update: doNothing,
    password: () => password.value,
  }
}
