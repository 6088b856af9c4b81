import { element, publicGet } from '#engine/client'
import type { Account, Wizard } from '../wizard/wizard'
import { box, button, field } from './fields'
import type { StepContext, StepView } from './step-view'

const emailBox = ({ say, send }: StepContext, wizard: Wizard) =>
  field('email', say('email'), box({ type: 'email', autocomplete: 'email', inputMode: 'email', maxLength: 255, value: wizard.email }, (email) => send({ kind: 'typed', change: { email } })))

/** Whose account it is, on the steps after the address. */
const ownEmail = ({ email }: Wizard): HTMLElement => element('p', { of: 'soft', text: email })

const NOTHING = (): void => undefined

/** Step 3: the address by which a client is known. */
export function emailStep(context: StepContext, wizard: Wizard): StepView {
  const email = emailBox(context, wizard)
  return { title: context.say('your_email'), next: context.say('next'), parts: [email.node], fields: [email], update: NOTHING }
}

/** Step 3_login. */
export function loginStep({ say, send }: StepContext, wizard: Wizard): StepView {
  const password = box({ type: 'password', autocomplete: 'current-password', maxLength: 200 }, NOTHING)
  const own = field('password', say('password'), password)
  const code = box({ type: 'text', autocomplete: 'one-time-code', maxLength: 40 }, NOTHING)
  const second = field('code', say('code'), code)
  const forgot = button(say('forgot'), () => send({ kind: 'toRecover' }), 'link')
  return {
    title: say('log_in'), next: say('log_in'), parts: [ownEmail(wizard), own.node, second.node, forgot], fields: [own, second],
    update: ({ asksCode }) => { second.node.hidden = !asksCode }, password: () => password.value, code: () => code.value,
  }
}

/** Step 3_recover: a mail leads to a new password. */
export function recoverStep(context: StepContext, wizard: Wizard): StepView {
  const email = emailBox(context, wizard)
  return { title: context.say('recover'), next: context.say('send_mail'), parts: [email.node], fields: [email], update: NOTHING }
}

interface Countries { readonly countries: readonly { readonly code: string; readonly name: string; readonly calling_code: string }[]; readonly min_password: number }

/** Step 3_register: who is new. */
export function registerStep({ page, say, send }: StepContext, wizard: Wizard): StepView {
  const part = (name: keyof Account, label: string, properties: Partial<HTMLInputElement>) =>
    field(name, label, box({ ...properties, value: wizard.account[name] }, (value) => send({ kind: 'account', change: { [name]: value } })))
  const name = part('name', say('name'), { autocomplete: 'given-name', maxLength: 80 })
  const surname = part('surname', say('surname'), { autocomplete: 'family-name', maxLength: 80 })
  const phone = part('phone', say('phone'), { type: 'tel', autocomplete: 'tel-national', inputMode: 'tel', maxLength: 20 })
  const country = element('select')
  country.autocomplete = 'tel-country-code'
  country.addEventListener('change', () => send({ kind: 'account', change: { country: country.value } }))
  const countryField = field('country', say('country'), country)
  const password = box({ type: 'password', autocomplete: 'new-password', maxLength: 200 }, NOTHING)
  const passwordField = field('password', say('password'), password)
  const hint = element('p', { of: 'soft' })
  passwordField.node.append(hint)
  void publicGet<Countries>('../client/auth/form').then(({ countries, min_password }) => {
    const names = new Intl.DisplayNames([page.language, 'en'], { type: 'region', fallback: 'none' })
    country.replaceChildren(...countries.map(({ code, name: own, calling_code }) =>
      Object.assign(element('option', { text: `${own || (names.of(code) ?? code)} (+${calling_code})` }), { value: calling_code })))
    if (wizard.account.country !== '') country.value = wizard.account.country
    hint.textContent = say('min_password').replace('#', String(min_password))
    send({ kind: 'account', change: { country: country.value } })
  }, () => countryField.wrong(say('unreached')))
  return {
    title: say('register'), next: say('register'),
    parts: [element('p', { of: 'soft', text: say('new_here') }), ownEmail(wizard), name.node, surname.node, element('div', { of: 'pair', inside: [countryField.node, phone.node] }), passwordField.node],
    fields: [name, surname, countryField, phone, passwordField], update: NOTHING, password: () => password.value,
  }
}
