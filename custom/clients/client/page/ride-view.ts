import { element, pageLink, PublicFailure } from '#engine/client'
import type { Static } from 'typebox'
import type { clientPositionCall } from '../../model/ride-calls'
import type { WholeRide } from '../../model/ride-wire'
import { follow } from '../../../tracking/client/public'
import type { PageContext, PageView } from './page-context'
import { actionsOf } from './ride-actions'
import { openRideMap } from './ride-map'
import { badge, facts, heading } from './view-parts'

type Position = Static<typeof clientPositionCall.response>
/** What of a ride changes while it is watched. */
type Now = Pick<WholeRide, 'state' | 'driver_card' | 'vehicle' | 'date_eta'>

/** One ride: where it stands, who comes, the map, what it costs, and what may be done with it. */
export async function rideView(context: PageContext, id: number): Promise<PageView> {
  const { say, get, page } = context
  const node = element('section', { of: 'ride' })
  const found = await get<WholeRide>(`rides/${id}`).catch((failure: unknown) => {
    if (failure instanceof PublicFailure && failure.status === 404) return null
    throw failure
  })
  if (found === null) {
    node.append(heading(say('title')), element('p', { text: say('gone') }), pageLink(say('back'), '#/rides'))
    return { title: say('title'), node }
  }
  let ride = found
  const head = nowOf(context)
  const map = openRideMap(context, ride)
  const below = element('div', { of: 'below' })
  const draw = (): void => {
    head.show(ride)
    below.replaceChildren(factsOf(context, ride), actionsOf(context, ride, renew))
  }
  /** After something was done the ride is asked for again. */
  async function renew(): Promise<void> {
    ride = await get<WholeRide>(`rides/${id}`)
    draw()
    map.place(ride)
  }
  const back = pageLink(say('back'), '#/rides', 'small')
  node.append(
    back,
    heading(`${ride.org.address} → ${ride.dst.address}`),
    head.node,
    ...(ride.state.over ? [] : [map.node]),
    below,
  )
  draw()
  const following = ride.state.over
    ? null
    : follow(Math.max(2, page.interval), async () => {
        const now = await get<Position>(`rides/${id}/position`, { since: ride.vehicle?.date_fix ?? '' }).catch(
          () => null,
        )
        if (now === null) return true
        const isOther = now.state.id !== ride.state.id
        ride = { ...ride, ...now }
        if (isOther) await renew().catch(() => undefined)
        else head.show(ride)
        map.place(ride)
        return !now.state.over
      })
  return {
    title: `${ride.org.address} → ${ride.dst.address}`,
    node,
    close() {
      following?.stop()
      map.close()
    },
  }
}

/** State, arrival, driver and vehicle; read out when the state changes, not at each position. */
function nowOf({ say, hour }: PageContext): { readonly node: HTMLElement; show(now: Now): void } {
  const status = element('div', { of: 'status' })
  status.setAttribute('role', 'status')
  const eta = element('p', { of: 'eta' })
  const people = element('div', { of: 'people' })
  let told = ''
  return {
    node: element('div', { of: 'now', inside: [status, eta, people] }),
    show({ state, driver_card, vehicle, date_eta }) {
      eta.textContent = date_eta === null ? '' : say(state.id === 'started' ? 'there' : 'arrives', hour(date_eta))
      const now = JSON.stringify([state.id, driver_card, vehicle?.plate])
      if (now === told) return
      told = now
      status.replaceChildren(badge(state), element('span', { text: state.text }))
      people.replaceChildren(
        ...(driver_card === null ? [] : [driverOf(driver_card, say('driver'))]),
        ...(vehicle === null ? [] : [vehicleOf(vehicle)]),
        ...(driver_card?.phone
          ? [pageLink(say('call'), `tel:${driver_card.phone.replace(/[^\d+,]/g, '')}`, 'press')]
          : []),
      )
    },
  }
}

function driverOf({ name, pic, rating_average }: NonNullable<WholeRide['driver_card']>, label: string): HTMLElement {
  const face =
    pic === null
      ? element('span', { of: 'initial', text: name.slice(0, 1).toUpperCase() })
      : Object.assign(element('img'), { src: pic, alt: '' })
  face.setAttribute('aria-hidden', 'true')
  const stars = rating_average === null ? '' : ` · ${rating_average} ★`
  return element('div', {
    of: 'fact',
    inside: [
      face,
      element('span', {
        inside: [element('span', { of: 'soft', text: label }), element('strong', { text: `${name}${stars}` })],
      }),
    ],
  })
}

function vehicleOf({ brand, model, colors, plate }: NonNullable<WholeRide['vehicle']>): HTMLElement {
  const what = [[brand, model].filter(Boolean).join(' '), ...colors.map(({ name }) => name)].filter(Boolean).join(' · ')
  return element('div', {
    of: 'fact',
    inside: [element('span', { text: what }), element('strong', { of: 'plate', text: plate })],
  })
}

function factsOf({ say, when }: PageContext, ride: WholeRide): HTMLElement {
  const {
    stops,
    date,
    is_booked,
    product,
    passengers,
    payment,
    notes,
    invited,
    lines,
    price_text,
    cancel_text,
    stars,
    comment,
    tip_text,
    claims,
  } = ride
  const places = stops.map(({ address }, i): readonly [string, string] => [
    say(i === 0 ? 'from' : i === stops.length - 1 ? 'to' : 'stop'),
    address,
  ])
  const given = stars === null ? null : `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}${comment ? ` ${comment}` : ''}`
  const node = element('div', {
    inside: [
      facts([
        ...places,
        [say('when'), date === null || (!is_booked && !ride.state.over) ? say('now') : when(date)],
        [say('vehicle'), product],
        [say('passengers'), String(passengers)],
        [say('invited'), invited],
        [say('payment'), payment],
        [say('notes'), notes],
        ...lines.map(({ name, amount_text }): readonly [string, string] => [name, amount_text]),
        [say('total'), price_text],
        [say('penalty'), cancel_text],
        [say('your_rating'), given],
        [say('your_tip'), tip_text],
      ]),
    ],
  })
  for (const { kind_text, text, answer } of claims) {
    node.append(
      element('div', {
        of: 'claim',
        inside: [
          element('strong', { text: kind_text }),
          element('p', { text }),
          element('p', { of: 'soft', text: answer === null ? say('claim_open') : `${say('claim_answer')}: ${answer}` }),
        ],
      }),
    )
  }
  return node
}
