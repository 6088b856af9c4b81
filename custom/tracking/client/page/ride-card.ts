import { element, pageLink } from '#engine/client'
import type { Tracking, TrackedState, TrackedVehicle, TrackedWords } from '../../model/tracking-calls'

/** What the card shows; it changes while the page is open. */
interface Shown {
  readonly state: TrackedState
  readonly driver: Tracking['driver']
  readonly vehicle: TrackedVehicle | null
  readonly date_eta: string | null
}

/** The card below the map: the ride's state, when it arrives, its driver and vehicle, and how to call the driver. */
export function rideCard(
  words: TrackedWords,
  { language, timezone }: Pick<Tracking, 'language' | 'timezone'>,
): { readonly card: HTMLElement; show(shown: Shown): void } {
  const badge = element('span', { of: 'badge' })
  const sentence = element('p', { of: 'sentence' })
  const status = element('div', { of: 'status', inside: [badge, sentence] })
  status.setAttribute('role', 'status')
  // Not read out each time it changes by a minute.
  const eta = element('p', { of: 'eta' })
  const people = element('div', { of: 'people' })
  const card = element('section', { of: 'card', inside: [status, eta, people] })
  const hour = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: timezone })
  let told = ''
  return {
    card,
    show({ state, driver, vehicle, date_eta }) {
      eta.textContent =
        date_eta === null
          ? ''
          : (state.id === 'started' ? words.there : words.arrives).replace('#', hour.format(new Date(date_eta)))
      // Screen readers read a status out again each time it is written.
      const now = JSON.stringify([state, driver, vehicle?.plate])
      if (now === told) return
      told = now
      badge.textContent = state.name
      badge.style.setProperty('--state', state.color)
      sentence.textContent = state.text
      people.replaceChildren(
        ...(driver ? [driverOf(driver, words)] : []),
        ...(vehicle ? [vehicleOf(vehicle, words)] : []),
        ...(driver?.phone ? [callOf(driver.phone, words)] : []),
      )
    },
  }
}

function driverOf(driver: NonNullable<Tracking['driver']>, words: TrackedWords): HTMLElement {
  const name = [driver.name, driver.surname].filter(Boolean).join(' ')
  const picture =
    driver.pic === null
      ? element('span', { of: 'initial', text: name.slice(0, 1).toUpperCase() })
      : pictureOf(driver.pic)
  picture.setAttribute('aria-hidden', 'true')
  return element('div', { of: 'fact', inside: [picture, labelled(words.driver, name)] })
}

function pictureOf(url: string): HTMLElement {
  const picture = element('img')
  picture.src = url
  picture.alt = ''
  return picture
}

function vehicleOf({ brand, model, colors, plate }: TrackedVehicle, words: TrackedWords): HTMLElement {
  const what = [[brand, model].filter(Boolean).join(' '), ...colors.map(({ name }) => name)].filter(Boolean).join(' · ')
  return element('div', {
    of: 'fact',
    inside: [labelled(words.vehicle, what), element('strong', { of: 'plate', text: plate })],
  })
}

const labelled = (label: string, text: string): HTMLElement =>
  element('div', { of: 'named', inside: [element('span', { of: 'label', text: label }), element('span', { text })] })

/** Commas are pauses: an exchange is told the ride's number after them. */
const callOf = (phone: string, words: TrackedWords): HTMLElement =>
  pageLink(words.call, `tel:${phone.replace(/[^\d+,]/g, '')}`, 'press')
