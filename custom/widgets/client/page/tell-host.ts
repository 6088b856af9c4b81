import type { WizardStep, Wizard } from '../wizard/wizard'

/**
 * What the page tells the page that frames it: where its visitor is, and how high it is. Nothing of a person is in it.
 */
interface HostMessage {
  readonly toolrides: 'widget'
  readonly id_widget: number
  readonly event: 'step' | 'booked' | 'paid' | 'height'
  readonly step: WizardStep
  readonly height: number
  readonly gtm: string | null
}

/** Tells the host of each step once, of the booking and of its payment; of its height whenever that changes. */
export function hostTeller(id_widget: number, gtm: string | null, node: HTMLElement): (wizard: Wizard) => void {
  let before: Wizard | null = null
  let step: WizardStep = 'search'
  // A page that nobody frames is its own parent: there is nobody to tell.
  const tell = (event: HostMessage['event']): void => {
    if (window.parent === window) return
    const message: HostMessage = {
      toolrides: 'widget',
      id_widget,
      event,
      step,
      height: Math.ceil((node.closest('main') ?? node).getBoundingClientRect().height),
      gtm,
    }
    // Whoever may frame it is what `frame-ancestors` says.
    window.parent.postMessage(message, '*')
  }
  if (typeof ResizeObserver !== 'undefined') new ResizeObserver(() => tell('height')).observe(node)
  return (wizard) => {
    step = wizard.step
    if (before?.step !== wizard.step) tell('step')
    if (wizard.booked !== null && before?.booked?.id_service !== wizard.booked.id_service) tell('booked')
    if (before?.step === 'prepaid' && wizard.step === 'paid') tell('paid')
    before = wizard
  }
}
