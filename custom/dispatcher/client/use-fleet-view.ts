import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { AVAILABILITIES, type Availability } from '../model/live-vehicle'

interface Asked {
  readonly q: string
  readonly availability: Availability | null
  readonly vehicle: number | null
}

export interface FleetView {
  readonly q: string
  readonly wanted: Availability | null
  readonly selected: number | null
  /** Keep other parts as they are by leaving them out. */
  readonly set: (change: Partial<Asked>) => void
}

// Marks the addresses that this page wrote itself.
const OWN = { fleetView: true }

/**
 * What is searched, shown and chosen. It also stands in the address, to be shared and to come back with the page; but the address
 * follows a moment later (the router changes it in a transition), too late for a key that is held down.
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
  const set = useCallback((change: Partial<Asked>) => setAsked((now) => ({ ...now, ...change })), [])
  return { q: asked.q, wanted: asked.availability, selected: asked.vehicle, set }
}

function askedIn(params: URLSearchParams): Asked {
  const vehicle = Number(params.get('vehicle'))
  return {
    q: params.get('q') ?? '',
    availability: AVAILABILITIES.find((one) => one === params.get('availability')) ?? null,
    vehicle: Number.isInteger(vehicle) && vehicle > 0 ? vehicle : null,
  }
}

function withAsked(params: URLSearchParams, asked: Asked): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(asked)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'fleetView' in state
