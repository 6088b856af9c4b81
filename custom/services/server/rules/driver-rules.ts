import { sql } from 'kysely'
import type { DispatchRule } from './dispatch-rule'

const rule = <const Rule extends DispatchRule>(declared: Rule): Rule => declared

/** Driver and vehicle are switched on. */
export const inactive = rule({
  name: 'inactive',
  why: 'services.why.inactive',
  refusal: 'services.claim.inactive',
  stops: ({ active }) => !active,
  guard: {
    at: 'claim',
    passes: sql<boolean>`(d.state = '1' and d.date_deleted is null and v.state = '1' and v.date_deleted is null)`,
  },
})

/** A service of a branch is for vehicles of that branch, and for those of none. */
export const otherBranch = rule({
  name: 'other_branch',
  why: 'services.why.other_branch',
  stops: ({ id_branch }, search) => search.id_branch !== null && id_branch !== null && id_branch !== search.id_branch,
})

/** The product takes the kind of vehicle; one that names no kinds takes all. */
export const otherType = rule({
  name: 'other_type',
  why: 'services.why.other_type',
  stops: ({ id_type_vehicle }, { type_vehicles }) =>
    type_vehicles.length > 0 && !type_vehicles.includes(id_type_vehicle),
  guard: {
    at: 'vehicle',
    passes: sql<boolean>`(not exists (select 1 from products_type_vehicles j where j.id_own = s.id_product)
      or exists (select 1 from products_type_vehicles j
        where j.id_own = s.id_product and j.id_target = v.id_type_vehicle))`,
  },
})

/** The vehicle, empty, has seats for all passengers. */
export const tooSmall = rule({
  name: 'too_small',
  why: 'services.why.too_small',
  stops: ({ seats }, search) => seats < search.seats,
  guard: { at: 'vehicle', passes: sql<boolean>`(v.capacity_1 >= coalesce(s.capacity_1, 1))` },
})

/** Somebody is at work with the vehicle. */
export const noShift = rule({
  name: 'no_shift',
  why: 'services.why.no_shift',
  refusal: 'services.claim.no_shift',
  stops: ({ shift }) => shift === null,
  guard: { at: 'shift', passes: sql<boolean>`(h.state is not null)` },
  reads: () => sql<boolean>`h.state is not null`,
})

/** A pause takes no requests. */
export const paused = rule({
  name: 'paused',
  why: 'services.why.paused',
  refusal: 'services.claim.paused',
  stops: ({ shift }) => shift === 'paused',
  guard: { at: 'shift', passes: sql<boolean>`(h.state <> 'paused')` },
  reads: () => sql<boolean>`h.state <> 'paused'`,
})

/** One ride at a time, except shared rides of one product; a shift can be busy before its ride is read. */
export const busy = rule({
  name: 'busy',
  why: 'services.why.busy',
  refusal: 'services.claim.busy',
  stops: ({ rides, rides_to_share, shift }, { shared }) =>
    rides > 0 ? !(shared && rides === rides_to_share) : shift === 'busy',
  guard: { at: 'claim', passes: sql<boolean>`(r.alone = 0)` },
  reads: ({ shared }) => (shared ? null : sql<boolean>`h.state <> 'busy'`),
})

/** A vehicle on a shared ride has seats left. */
export const full = rule({
  name: 'full',
  why: 'services.why.full',
  refusal: 'services.claim.full',
  stops: ({ rides, seats, seats_taken }, search) => rides > 0 && seats_taken + search.seats > seats,
  guard: { at: 'claim', passes: sql<boolean>`(r.seats = 0 or r.seats + coalesce(s.capacity_1, 1) <= v.capacity_1)` },
})

/** The driver's position is known. */
export const noPosition = rule({
  name: 'no_position',
  why: 'services.why.no_position',
  stops: ({ fix_age_s, straight_m }) => fix_age_s === null || straight_m === null,
})

/** The driver's position is recent. */
export const oldPosition = rule({
  name: 'old_position',
  why: 'services.why.old_position',
  stops: ({ fix_age_s }, { fix_max_age_s }) => (fix_age_s ?? 0) > fix_max_age_s,
})

/**
 * Within the radius, as the crow flies and by the streets; who waits in one of its zones comes from wherever that lies.
 */
export const tooFar = rule({
  name: 'too_far',
  why: 'services.why.too_far',
  stops: ({ straight_m, distance_m, zone_step }, { radius_m }) =>
    zone_step === null && Math.max(straight_m ?? 0, distance_m ?? 0) > radius_m,
})

/** A driver who refused this service is not asked for it again so soon. */
export const rejectedBefore = rule({
  name: 'rejected_before',
  why: 'services.why.rejected_before',
  stops: ({ answered }, { cooldown_s }) => answered?.state === 'rejected' && answered.ago_s < cooldown_s,
})

/** Nor is a driver who let it pass. */
export const letPassBefore = rule({
  name: 'let_pass_before',
  why: 'services.why.let_pass_before',
  stops: ({ answered }, { cooldown_s }) => answered?.state === 'expired' && answered.ago_s < cooldown_s,
})

/** One request at a time; a unique index of the offers is its guard. */
export const askedNow = rule({
  name: 'asked_now',
  why: 'services.why.asked_now',
  refusal: 'services.claim.asked_now',
  stops: ({ asked_now }) => asked_now,
})

/** Their wallet holds what the company asks for, or more. An operator may give them a service all the same. */
export const lowWallet = rule({
  name: 'low_wallet',
  why: 'services.why.low_wallet',
  stops: ({ wallet }, { wallet_least }) => wallet_least !== null && wallet < wallet_least,
})

/** Their licence, and the vehicle's insurance, are in force. An operator may give them a service all the same. */
export const expiredPapers = rule({
  name: 'expired_papers',
  why: 'services.why.expired_papers',
  stops: ({ papers_until }, { papers_on }) => papers_on !== null && papers_until !== null && papers_until < papers_on,
})

/** A booking that they have taken begins after this ride. */
export const bookedSoon = rule({
  name: 'booked_soon',
  why: 'services.why.booked_soon',
  stops: ({ booked_in_s, duration_s }, { ride_s }) => booked_in_s !== null && booked_in_s < (duration_s ?? 0) + ride_s,
})
