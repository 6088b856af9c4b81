import { describe, expect, test } from 'vitest'
import { jobKind } from '../../custom/dispatcher/model/job-kind'
import { orderedJobs, type JobsAsked } from '../../custom/dispatcher/model/job-order'
import type { RideJob } from '../../custom/services/model/jobs-call'

const NOW = Date.parse('2026-11-21T12:43:00.000Z')
const inMin = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString()
let ids = 0
const job = (state: string, pickup: number | null, more: Partial<RideJob> = {}): RideJob => ({
  id: ++ids,
  version: 1,
  state,
  state_obj: { id: state, name: state, color: '' },
  id_branch: 1,
  br_name: 'Lima',
  id_product: 1,
  pr_name: 'Auto',
  co_name: null,
  cl_name: 'Ana',
  cl_phone: null,
  id_driver: null,
  dr_name: null,
  id_vehicle: null,
  ve_plate: null,
  asked_name: null,
  date_deadline: null,
  org_address: null,
  org_name: null,
  org_lat: null,
  org_lng: null,
  dst_address: null,
  dst_name: null,
  date_pickup: pickup === null ? null : inMin(pickup),
  date_scheduled: null,
  date_since: inMin(-3),
  op_name: null,
  keep_searching: 0,
  late: 0,
  id_warning: null,
  late_s: null,
  given_back: null,
  lost: 0,
  handed_over: 0,
  ...more,
})
const asked = (more: Partial<JobsAsked> = {}): JobsAsked => ({
  kinds: [],
  branches: [],
  products: [],
  sort: 'urgency',
  down: false,
  ...more,
})
const shown = (jobs: readonly RideJob[], more: Partial<JobsAsked> = {}) =>
  orderedJobs(jobs, asked(more), NOW).shown.map((one) => one.job.id)

describe('what a ride is for who dispatches', () => {
  test.each<[string, string, number | null, Partial<RideJob>, string]>([
    ['a booking of 08:20 at 07:43 is due', 'scheduled', 37, {}, 'due'],
    ['a booking for later is booked', 'scheduled', 61, {}, 'booked'],
    ['one whose company is still asked, too', 'created', 24 * 60, {}, 'booked'],
    ['one for at once that nobody has asked for is on air', 'created', null, {}, 'on_air'],
    ['a booking for which drivers are asked is on air', 'requested', 15, {}, 'on_air'],
    ['a search that found nobody is on air', 'unassigned', null, {}, 'on_air'],
    ['a driver on the way', 'onway', 4, {}, 'on_the_way'],
    ['a driver who will be late by where they are', 'onway', 4, { late: 1 }, 'late'],
    ['one who has made up for it since they were warned of', 'onway', 4, { late: 1, late_s: 20 }, 'on_the_way'],
    ['a pick-up that is past', 'accepted', -1, {}, 'late'],
    ['a booking past its time without a driver', 'unassigned', -2, {}, 'late'],
    ['who waits at the door is not late', 'waiting', -2, {}, 'on_the_way'],
    ['a passenger aboard', 'started', -20, {}, 'aboard'],
  ])('%s', (_title, state, pickup, more, kind) => {
    expect(jobKind(job(state, pickup, more), NOW)).toBe(kind)
  })
})

describe('the order of rides', () => {
  test('is by what has to be done first, and tonight before tomorrow', () => {
    const tomorrow = job('scheduled', 20 * 60)
    const tonight = job('scheduled', 8 * 60)
    const aboard = job('started', -9)
    const onway = job('onway', 5)
    const due = job('scheduled', 40)
    const asking = job('requested', null)
    const waits = job('unassigned', null, { keep_searching: 1 })
    const open = job('unassigned', null)
    const late = job('onway', -1)
    const later = job('accepted', 2, { late: 1 })
    expect(shown([tomorrow, tonight, aboard, onway, due, waits, asking, open, later, late])).toEqual(
      [late, later, open, asking, waits, due, onway, aboard, tonight, tomorrow].map(({ id }) => id),
    )
  })

  test('by a name keeps those of one name by their pick-up, either way round', () => {
    const [early, late] = [job('scheduled', 100, { cl_name: 'Beto' }), job('scheduled', 200, { cl_name: 'beto' })]
    const ana = job('scheduled', 300)
    const none = job('scheduled', 50, { cl_name: null })
    expect(shown([none, late, ana, early], { sort: 'client' })).toEqual([ana.id, early.id, late.id, none.id])
    expect(shown([none, late, ana, early], { sort: 'client', down: true }).slice(0, 3)).toEqual([
      none.id,
      early.id,
      late.id,
    ])
    expect(shown([early, ana, late], { sort: 'pickup', down: true })).toEqual([ana.id, late.id, early.id])
  })

  test('counts every kind under the other filters, and shows those that were asked for', () => {
    const jobs = [
      job('scheduled', 40),
      job('scheduled', 400),
      job('onway', 3, { id_branch: 2 }),
      job('onway', 3, { id_product: 7 }),
    ]
    const { shown: rows, counts } = orderedJobs(jobs, asked({ branches: [1], kinds: ['due'] }), NOW)
    expect(rows.map((one) => one.job.id)).toEqual([jobs[0]?.id])
    expect(counts).toEqual({ late: 0, on_air: 0, due: 1, on_the_way: 1, aboard: 0, booked: 1 })
    expect(shown(jobs, { products: [7] })).toEqual([jobs[3]?.id])
  })
})
