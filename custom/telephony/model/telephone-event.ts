/** What a telephone system says of a call. */
export interface TelephoneEvent {
  /** The system's own id of the call; null: it names none, and the caller's open call is meant. */
  readonly call: string | null
  readonly kind: 'ringing' | 'answered' | 'ended'
  /** Who calls. */
  readonly phone: string
  /** What the display shows of them. */
  readonly name: string | null
  /** Where it rings, or who answered it. */
  readonly extension: string | null
  /** The number that was dialled. */
  readonly called: string | null
}

/** What a system sends: names and texts, of a form, of JSON or of an address. */
export type Fields = { readonly [name: string]: string }

/** A number as it is dialled: its digits, with `+` where the country is said; null: the caller hides it. */
export function dialled(text: string | undefined): string | null {
  const [number = ''] = (text ?? '').replace(/^(sips?|tel|client):/i, '').split(/[@;]/)
  const digits = number.replace(/\D/g, '')
  if (digits.length < 3 || digits.length > 15) return null
  return number.trim().startsWith('+') ? `+${digits}` : digits
}

const MAX_EXTENSION = 20

/** `SIP/101-0000002b`, `sip:101@pbx`, `client:101` and `101` are one extension. */
export function extensionOf(text: string | undefined): string | null {
  const [number = ''] = (text ?? '')
    .trim()
    .replace(/^(?:(?:pj)?sip\/|iax2\/|sips?:|client:)/i, '')
    .split(/[@;]/)
  const short = number.replace(/-[0-9a-f]{8}$/i, '')
  return /^[0-9A-Za-z_.-]+$/.test(short) && short.length <= MAX_EXTENSION ? short : null
}

/** The first that says anything. */
export function firstText(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    // A database takes no NUL, and a display shows no other such sign.
    const text = fields[name]?.replace(/\p{Cc}/gu, '').trim()
    if (text) return text
  }
  return undefined
}
