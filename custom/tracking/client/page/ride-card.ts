import type { Tracking, TrackedState, TrackedVehicle, TrackedWords } from '../../model/tracking-calls'
import { element } from './element'

/** What the card tells: it changes while the page stands. */
export interface Shown { readonly state: TrackedState; readonly driver: Tracking['driver']; readonly vehicle: TrackedVehicle | null }

/** The card below the map: how the ride stands, who drives it in what, and how to call him. */
export function rideCard(words: TrackedWords): { readonly card: HTMLElement; show(shown: Shown): void } {
  const badge = element('span', { of: 'badge' })
  const sentence = element('p', { of: 'sentence' })
  const status = element('div', { of: 'status', inside: [badge, sentence] })
  status.setAttribute('role', 'status')
  const people = element('div', { of: 'people' })
  const card = element('section', { of: 'card', inside: [status, people] })
  let told = ''
  return {
    card,
    show({ state, driver, vehicle }) {
      // A status that is written again is read out again.
      const now = JSON.stringify([state, driver, vehicle?.plate])
      if (now === told) return
      told = now
      badge.textContent = state.name
      badge.style.setProperty('--state', state.color)
      sentence.textContent = state.text
      people.replaceChildren(...(driver ? [driverOf(driver, words)] : []), ...(vehicle ? [vehicleOf(vehicle, words)] : []), ...(driver?.phone ? [callOf(driver.phone, words)] : []))
    },
  }
}

function driverOf(driver: NonNullable<Tracking['driver']>, words: TrackedWords): HTMLElement {
  const name = [driver.name, driver.surname].filter(Boolean).join(' ')
  const picture = driver.pic === null ? element('span', { of: 'initial', text: name.slice(0, 1).toUpperCase() }) : pictureOf(driver.pic)
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
  return element('div', { of: 'fact', inside: [labelled(words.vehicle, what), element('strong', { of: 'plate', text: plate })] })
}

const labelled = (label: string, text: string): HTMLElement =>
  element('div', { of: 'labelled', inside: [element('span', { of: 'label', text: label }), element('span', { text })] })

function callOf(phone: string, words: TrackedWords): HTMLElement {
  const link = element('a', { of: 'call', text: words.call })
  link.href = `tel:${phone.replace(/[^\d+]/g, '')}`
  return link
}
