import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { AVAILABILITIES, type Availability } from '../../model/live-vehicle'

/**
 * What is shown next to the map: the vehicles, the shifts or the queues of the zones at its edge, or the table of
 * vehicles below it.
 */
export const DRAWERS = ['vehicles', 'shifts', 'ranks'] as const
const ROOMS = [...DRAWERS, 'table'] as const
export type SideDrawer = (typeof DRAWERS)[number]
export type Drawer = (typeof ROOMS)[number]

interface FleetQuery {
  readonly q: string
  readonly availability: Availability | null
  /** States of rides and of drivers, joined by commas; empty: whatever it is. */
  readonly states: string
  readonly vehicle: number | null
  readonly drawer: Drawer | null
}

export interface FleetView {
  readonly q: string
  readonly wanted: Availability | null
  readonly states: readonly string[]
  readonly drawer: Drawer | null
  readonly selected: number | null
  /** Keep other parts as they are by leaving them out. */
  readonly set: (change: Partial<FleetQuery>) => void
}

// Marks the addresses that this page wrote itself.
const OWN = { fleetView: true }

/**
 * What is searched, shown and chosen. It is also in the address, to be shared and restored with the page; but the
 * address follows a moment later (the router changes it in a transition), too late for a key that is held down.
 */
export function useFleetView(): FleetView {
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState(() => askedIn(params))
  const [seen, setSeen] = useState(location.key)
  if (location.key !== seen) {
    setSeen(location.key)
    // A link or the browser's back button led here.
    if (!isOwn(location.state)) setAsked(askedIn(params))
  }
  useEffect(() => {
    const next = withAsked(params, asked)
    if (next.toString() !== params.toString()) setParams(next, { replace: true, state: OWN })
  }, [asked, params, setParams])
  const set = useCallback((change: Partial<FleetQuery>) => setAsked((now) => ({ ...now, ...change })), [])
  const states = useMemo(() => asked.states.split(',').filter(Boolean), [asked.states])
  return useMemo(
    () => ({ q: asked.q, wanted: asked.availability, states, selected: asked.vehicle, drawer: asked.drawer, set }),
    [asked, states, set],
  )
}

function askedIn(params: URLSearchParams): FleetQuery {
  const vehicle = Number(params.get('vehicle'))
  return {
    q: params.get('q') ?? '',
    availability: AVAILABILITIES.find((one) => one === params.get('availability')) ?? null,
    states: params.get('states') ?? '',
    vehicle: Number.isInteger(vehicle) && vehicle > 0 ? vehicle : null,
    drawer: ROOMS.find((one) => one === params.get('drawer')) ?? null,
  }
}

function withAsked(params: URLSearchParams, asked: FleetQuery): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(asked)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'fleetView' in state
