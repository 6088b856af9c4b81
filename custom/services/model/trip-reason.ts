/** Whether a company asks why its people ride, when they book. */
export type ReasonAsked = 'none' | 'optional' | 'required'

/** By the value of `company_rules.trip_reason`. */
export const REASON_ASKED: { readonly [value: string]: ReasonAsked | undefined } = {
  0: 'none',
  1: 'optional',
  2: 'required',
}

export const MAX_REASON = 200
