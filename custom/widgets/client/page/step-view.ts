import type { ServiceCreated } from '../../model/booking-calls'
import type { WidgetPage } from '../../model/widget-calls'
import type { WizardEvent } from '../wizard/reduce'
import type { Wizard } from '../wizard/wizard'
import type { PageField } from './fields'

/** What every step draws with. */
export interface StepContext {
  readonly page: WidgetPage
  /** A text of the page; of an error that is a sentence already, that. */
  readonly say: (word: string) => string
  readonly send: (event: WizardEvent) => void
  /** Only who books is asked: there is no trip to go back to. */
  readonly onlyLogIn?: boolean
  /** Where a booked ride is followed in the page around the wizard; without it by its link, beside the page. */
  readonly followAt?: (booked: ServiceCreated) => string
}

/** How a step looks: made once when it begins, brought up to date with each change. */
export interface StepView {
  readonly title: string
  readonly parts: readonly Node[]
  /** In the order of the page: the first wrong one gets the focus. */
  readonly fields: readonly PageField[]
  /** Text of the button that goes on; null: there is none. */
  readonly next: string | null
  readonly update: (wizard: Wizard) => void
  /** What a press on "next" waits for. */
  readonly settled?: () => Promise<void>
  /** What only its box knows. */
  readonly password?: () => string
  readonly code?: () => string
}
