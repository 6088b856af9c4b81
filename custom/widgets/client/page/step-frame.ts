import { element, pageButton } from '#engine/client'
import type { WizardStep, Wizard } from '../wizard/wizard'
import { STEP_BEHIND } from '../wizard/wizard'
import { emailStep, guestStep, loginStep, recoverStep, registerStep } from './account-steps'
import { confirmStep } from './confirm-step'
import { paidStep, prepaidStep } from './end-steps'
import { showErrors } from './fields'
import { productsStep } from './products-step'
import { searchStep } from './search-step'
import type { StepContext, StepView } from './step-view'
import { hostTeller } from './tell-host'

/** An answer that takes longer is told about. */
const SLOW_MS = 6000

/**
 * The steps' common frame: heading, form, what is wrong, back and on. The focus goes to the heading of a new step, and
 * to the first wrong box.
 */
export function stepFrame(
  context: StepContext,
  seed: () => string,
): { readonly node: HTMLElement; update(wizard: Wizard): void } {
  const { page, say, send, onlyLogIn = false } = context
  const make: { readonly [step in WizardStep]: (wizard: Wizard) => StepView } = {
    search: (wizard) => searchStep(context, wizard),
    products: (wizard) => productsStep(context, wizard),
    email: (wizard) => emailStep(context, wizard),
    login: (wizard) => loginStep(context, wizard),
    register: (wizard) => registerStep(context, wizard),
    recover: (wizard) => recoverStep(context, wizard),
    guest: (wizard) => guestStep(context, wizard),
    confirm: (wizard) => confirmStep(context, wizard),
    prepaid: () => prepaidStep(context),
    paid: (wizard) => paidStep(context, wizard, seed),
  }
  const title = element('h1')
  title.id = 'step-title'
  title.tabIndex = -1
  const parts = element('div', { of: 'parts' })
  const note = element('p', { of: 'note' })
  note.setAttribute('role', 'status')
  const failure = element('p', { of: 'failure' })
  failure.setAttribute('role', 'alert')
  const retry = pageButton(say('retry'), () => send({ kind: 'retry' }))
  const back = pageButton(say('back'), () => send({ kind: 'back' }))
  const next = element('button', { of: 'press' })
  next.type = 'submit'
  const form = element('form', {
    inside: [note, parts, failure, element('div', { of: 'buttons', inside: [back, retry, next] })],
  })
  form.noValidate = true
  const node = element('section', { of: 'step', inside: [title, form] })
  node.setAttribute('aria-labelledby', title.id)
  let shown: { readonly step: WizardStep; readonly seed: string; readonly view: StepView } | null = null
  let errors: Wizard['errors'] = {}
  let asked = 0
  let isPressed = false
  const tellHost = hostTeller(page.id, page.gtm_code, node)
  const progress = slowly(() => {
    note.textContent = say('slow')
  })
  const goOn = async (): Promise<void> => {
    const view = shown?.view
    await view?.settled?.()
    if (shown?.view !== view) return
    isPressed = true
    send({
      kind: 'next',
      now_ms: Date.now(),
      restriction: page,
      ...(view?.password && { password: view.password() }),
      ...(view?.code && { code: view.code() }),
    })
    isPressed = false
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void goOn()
  })
  return {
    node,
    update(wizard) {
      const isNew = shown?.step !== wizard.step || shown.seed !== wizard.key.seed
      const isFirst = shown === null
      if (isNew || shown === null) {
        const view = make[wizard.step](wizard)
        shown = { step: wizard.step, seed: wizard.key.seed, view }
        title.textContent = view.title
        parts.replaceChildren(...view.parts)
        next.hidden = view.next === null
        next.textContent = view.next ?? ''
        back.hidden = STEP_BEHIND[wizard.step] === null || (onlyLogIn && wizard.step === 'email')
        if (!isFirst) title.focus()
      }
      const { view } = shown
      view.update(wizard)
      const others = showErrors(view.fields, wizard.errors, say)
      failure.textContent = others.join(' ')
      retry.hidden = wizard.failed === null
      const isBusy = wizard.ask !== null && wizard.ask.kind !== 'checkPaid'
      form.setAttribute('aria-busy', String(isBusy))
      next.classList.toggle('busy', isBusy)
      if (asked !== wizard.asked || !isBusy) note.textContent = isBusy ? say('checking') : say(wizard.note)
      if (isBusy && asked !== wizard.asked) progress.begin()
      if (!isBusy) progress.end()
      asked = wizard.asked
      // Typing lifts errors one by one, and moves nobody to the next.
      const isMore = Object.keys(wizard.errors).some((field) => !(field in errors))
      errors = wizard.errors
      if (!isNew && (isPressed || isMore)) focusWrong(parts)
      tellHost(wizard)
    },
  }
}

/** The first wrong box, or the first choice of a wrong group. */
function focusWrong(parts: HTMLElement): void {
  const wrong = parts.querySelector<HTMLElement>('[aria-invalid="true"]')
  const choice = wrong?.matches('fieldset') === true ? wrong.querySelector<HTMLElement>('input:not(:disabled)') : null
  const target = choice ?? wrong
  target?.focus()
}

function slowly(tell: () => void): { begin(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    begin() {
      clearTimeout(timer)
      timer = setTimeout(tell, SLOW_MS)
    },
    end: () => clearTimeout(timer),
  }
}
