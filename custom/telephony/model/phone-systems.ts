import { cutText } from '#engine/model'
import { dialled, extensionOf, type Fields, firstText, type TelephoneEvent } from './telephone-event'

type Kind = TelephoneEvent['kind']

/** Words of the systems for what happens to a call, in small letters. */
const KINDS: { readonly [word: string]: Kind } = {
  // Our own, and those that dialplans have.
  ringing: 'ringing',
  ring: 'ringing',
  incoming: 'ringing',
  answered: 'answered',
  answer: 'answered',
  up: 'answered',
  ended: 'ended',
  hangup: 'ended',
  missed: 'ended',
  down: 'ended',
  // Twilio's CallStatus.
  queued: 'ringing',
  initiated: 'ringing',
  'in-progress': 'answered',
  completed: 'ended',
  busy: 'ended',
  failed: 'ended',
  'no-answer': 'ended',
  canceled: 'ended',
  // 3CX's CallType, told once a call is over.
  inbound: 'ended',
  notanswered: 'ended',
}

/**
 * Reads what a telephone system sent: our own names (`event`, `call`, `phone`, `name`, `extension`, `called`), those of
 * Asterisk's channels, of Twilio's status callbacks and of 3CX's CRM templates. docs/telephony.md has what each sends.
 * @returns null where it is no call that comes in, or the caller hides their number
 */
export function readEvent(fields: Fields): TelephoneEvent | null {
  if (/^outbound/i.test(firstText(fields, 'Direction', 'direction', 'CallDirection') ?? '')) return null
  const word = firstText(fields, 'event', 'CallStatus', 'CallType', 'state')
  // A 3CX template asks who it is while it rings, and says nothing else.
  const kind = word === undefined ? 'ringing' : KINDS[word.toLowerCase()]
  const phone = dialled(firstText(fields, 'phone', 'From', 'number', 'Number', 'callerid', 'caller_id_number'))
  if (kind === undefined || phone === null) return null
  return {
    kind,
    phone,
    call: cut(firstText(fields, 'call', 'CallSid', 'uniqueid', 'linkedid', 'call_id'), 120),
    name: cut(firstText(fields, 'name', 'CallerName', 'callerid_name', 'Name'), 80),
    extension: extensionOf(firstText(fields, 'extension', 'exten', 'agent', 'Agent', 'To')),
    called: dialled(firstText(fields, 'called', 'Called', 'did', 'dnid')),
  }
}

const cut = (text: string | undefined, max_chars: number): string | null =>
  text === undefined ? null : cutText(text, max_chars)
