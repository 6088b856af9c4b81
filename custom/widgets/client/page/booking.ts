import { PublicFailure, publicPost, randomKey } from '#engine/client'
import type { LoggedClient } from '../../model/client-auth-calls'
import type { ServiceCreated } from '../../model/booking-calls'
import type { GuestVoucher } from '../../model/guest-calls'
import type { WidgetPage } from '../../model/widget-calls'
import { reduce, type WizardEvent } from '../wizard/reduce'
import { startWizard, type WizardTrip, type Wizard } from '../wizard/wizard'
import { askServer } from './ask-server'
import { stepFrame } from './step-frame'
import './widget-page.css'

/** A payment is looked for this often while somebody looks at the page. */
const LOOK_EVERY_MS = 6000

interface BookingOptions {
  readonly page: WidgetPage
  readonly client: LoggedClient | null
  /** A company's invitation. */
  readonly voucher?: GuestVoucher | null
  /** Who is logged in has changed; null: nobody any more. */
  readonly onClient: (client: LoggedClient | null) => void
  /** A trip that is asked for again. */
  readonly trip?: Partial<WizardTrip>
  /** Only the account is asked for: the wizard ends with `onClient`. */
  readonly onlyLogIn?: boolean
  /** Where a booked ride is followed, if not by its link. */
  readonly followAt?: (booked: ServiceCreated) => string
}

/** The wizard in a page: its steps, and what the page around it does to it. */
export interface Booking {
  readonly node: HTMLElement
  logOut(): void
  /** The page goes on without it. */
  close(): void
}

export function openBooking({
  page,
  client,
  voucher = null,
  onClient,
  trip = {},
  onlyLogIn = false,
  followAt,
}: BookingOptions): Booking {
  const begun = startWizard(randomKey(), client, voucher)
  let wizard: Wizard = { ...begun, trip: { ...begun.trip, ...trip }, ...(onlyLogIn && { step: 'email' as const }) }
  let isClosed = false
  const say = (word: string): string => page.words[word] ?? word
  const send = (event: WizardEvent): void => {
    if (isClosed) return
    const before = wizard
    wizard = reduce(wizard, event)
    if (wizard === before) return
    if (wizard.client !== before.client) {
      // What comes after the log-in is the page's.
      if (onlyLogIn && wizard.client !== null) isClosed = true
      onClient(wizard.client)
      if (isClosed) return
    }
    frame.update(wizard)
    if (wizard.ask !== null && wizard.ask.id !== before.ask?.id) void ask(wizard)
  }
  const ask = async (asked: Wizard): Promise<void> => {
    if (asked.ask === null) return
    const { id: number } = asked.ask
    try {
      send({ kind: 'answered', id: number, answer: await askServer(page.id, asked, asked.ask) })
    } catch (failure) {
      const { status, message, errors } = failure instanceof PublicFailure ? failure : new PublicFailure(0, '')
      send({ kind: 'refused', id: number, refusal: { status, message, errors } })
    }
  }
  const frame = stepFrame({ page, say, send, onlyLogIn, ...(followAt && { followAt }) }, randomKey)
  frame.update(wizard)
  const look = (): void => {
    if (!document.hidden) send({ kind: 'look' })
  }
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    node: frame.node,
    logOut() {
      // The session is over here in any case; the server ends it when it hears of it.
      if (wizard.client) void publicPost('../client/auth/logout', {}, wizard.client.token).catch(() => undefined)
      send({ kind: 'logOut' })
    },
    close() {
      isClosed = true
      clearInterval(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    },
  }
}
