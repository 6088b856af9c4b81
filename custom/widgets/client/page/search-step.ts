import { element } from '#engine/client'
import { DAY_MS } from '#engine/model'
import type { Wizard } from '../wizard/wizard'
import { typedMoment, boxText } from './clock'
import { box, choiceSet, field, radio } from './fields'
import { placeBox } from './place-box'
import { searchMap } from './search-map'
import type { StepContext, StepView } from './step-view'

/** Step 1: from where, to where, when, and whether back. */
export function searchStep({ page, say, send }: StepContext, wizard: Wizard): StepView {
  const { timezone, products } = page
  const [org, dst] = (['org', 'dst'] as const).map((name) =>
    placeBox({
      id_widget: page.id,
      name,
      label: say(name === 'org' ? 'origin' : 'destination'),
      words: page.words,
      choose: (place) => send({ kind: 'trip', change: { [name]: place } }),
    }),
  )
  if (!org || !dst) throw new Error('Two places make a trip.')
  const map = searchMap({ page, say, send })
  // Where only the widget's own places count, none is chosen on a map.
  map.node.hidden = page.address_restriction === '2'
  let isLater =
    wizard.trip.date_start !== null || !products.some(({ allow_service_inmediate }) => allow_service_inmediate === 1)
  const now = radio('when', [element('span', { text: say('now') })], () => {
    isLater = false
    send({ kind: 'trip', change: { date_start: null, type_request: 'no_return' } })
  })
  const later = radio('when', [element('span', { text: say('later') })], () => {
    isLater = true
    send({ kind: 'trip', change: {} })
    start.focus()
  })
  const local = (time_ms: number): string => boxText(new Date(time_ms).toISOString(), timezone)
  const span = { min: local(Date.now()), max: local(Date.now() + page.max_days_ahead * DAY_MS) }
  const moment = (name: 'date_start' | 'date_return') =>
    box({ type: 'datetime-local', ...span }, (text) =>
      send({ kind: 'trip', change: { [name]: typedMoment(text, timezone) } }),
    )
  const start = moment('date_start')
  const back = moment('date_return')
  const returns = element('input')
  returns.type = 'checkbox'
  returns.addEventListener('change', () => {
    isLater ||= returns.checked
    send({ kind: 'trip', change: { type_request: returns.checked ? 'with_return' : 'no_return' } })
  })
  const when = choiceSet('when', say('when'), [now.node, later.node])
  const startField = field('date_start', say('date_start'), start)
  const backField = field('date_return', say('date_return'), back)
  const returnChoice = element('label', {
    of: 'check',
    inside: [returns, element('span', { text: say('with_return') })],
  })
  const [isNow, isAhead] = [
    products.some((one) => one.allow_service_inmediate === 1),
    products.some((one) => one.allow_service_scheduled === 1),
  ]
  when.node.hidden = !(isNow && isAhead)
  returnChoice.hidden = !isAhead || !products.some(({ accept_return }) => accept_return === 1)
  return {
    title: say('search'),
    next: say('next'),
    parts: [org.node, dst.node, map.node, when.node, startField.node, returnChoice, backField.node],
    fields: [org, dst, startField, backField],
    settled: async () => {
      await org.settled()
      await dst.settled()
    },
    update({ trip }) {
      org.show(trip.org)
      dst.show(trip.dst)
      map.show(trip)
      now.input.checked = !isLater
      later.input.checked = isLater
      returns.checked = trip.type_request === 'with_return'
      startField.node.hidden = !isLater
      backField.node.hidden = trip.type_request !== 'with_return'
      // There is nothing to come back from before there is a start (spec 2 §5).
      back.disabled = trip.date_start === null
      back.min = trip.date_start === null ? span.min : boxText(trip.date_start, timezone)
      for (const [input, date] of [
        [start, trip.date_start],
        [back, trip.date_return],
      ] as const) {
        if (document.activeElement !== input) input.value = date === null ? '' : boxText(date, timezone)
      }
    },
  }
}
