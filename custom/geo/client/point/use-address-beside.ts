import { useCallback, useEffect, useRef, useState } from 'react'
import type { InputProps } from '#engine/ui'
import type { LatLng } from '../../model/lat-lng'
import { useGeocode } from '../address/use-geocode'

// The name that every entity with a point gives the text beside it.
const ADDRESS = 'address'

/**
 * Fills the form's address from a point that was chosen by hand, while the address is empty or still the one that came from here.
 * @returns tells what was chosen: with its address, or without one to have it asked
 */
export function useAddressBeside({ form, onOther }: Pick<InputProps, 'form' | 'onOther'>): (point: LatLng, address: string | null) => void {
  const [asked, setAsked] = useState<LatLng | null>(null)
  const filled = useRef<string | null>(null)
  const latest = useRef({ form, onOther })
  useEffect(() => { latest.current = { form, onOther } })
  const fill = useCallback((address: string): void => {
    const { form: values, onOther: give } = latest.current
    const now = values[ADDRESS]
    if (!(ADDRESS in values) || (now && now !== filled.current)) return
    filled.current = address
    give?.(ADDRESS, address)
  }, [])
  const answer = useGeocode(onOther && ADDRESS in form ? asked : null)
  useEffect(() => {
    if (answer) fill(answer)
  }, [answer, fill])
  return useCallback((point, address) => {
    setAsked(address ? null : point)
    if (address) fill(address)
  }, [fill])
}
