import type { Question, Wizard } from './wizard'

/** Asks the server; an answer to what was asked before is none any more. */
export function asking(wizard: Wizard, question: Question): Wizard {
  const id = wizard.asked + 1
  return { ...wizard, asked: id, ask: { ...question, id }, failed: null }
}

/** Who rides is asked: a guest for their name, anybody else for their account. */
export function whoBooks(wizard: Wizard): Wizard {
  if (wizard.voucher !== null) return { ...wizard, step: 'guest' }
  return wizard.client === null ? { ...wizard, step: 'email' } : showConfirm(wizard)
}

/** The confirmation begins with the price to the client and their ways to pay. */
export const showConfirm = (wizard: Wizard): Wizard =>
  asking({ ...wizard, step: 'confirm', quote: null, errors: {} }, { kind: 'quote' })
