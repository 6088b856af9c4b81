import { describe, expect, test } from 'vitest'
import { readEvent } from '../../custom/telephony/model/phone-systems'
import { dialled, extensionOf } from '../../custom/telephony/model/telephone-event'

describe('a telephone system', () => {
  test.each([
    [
      'our own names',
      { event: 'ringing', call: 'a1', phone: '+51 987 654 321', name: 'Ana', extension: '101', called: '014445555' },
      { kind: 'ringing', call: 'a1', phone: '+51987654321', name: 'Ana', extension: '101', called: '014445555' },
    ],
    [
      'a dialplan of Asterisk',
      { event: 'answered', uniqueid: '1700000000.12', callerid: '987654321', exten: 'PJSIP/101-0000002b' },
      { kind: 'answered', call: '1700000000.12', phone: '987654321', extension: '101' },
    ],
    [
      'a hang-up handler',
      { event: 'hangup', uniqueid: '1700000000.12', callerid: '987654321' },
      { kind: 'ended', call: '1700000000.12', extension: null },
    ],
    [
      'a status of Twilio',
      {
        CallSid: 'CA1',
        From: '+51987654321',
        To: 'sip:101@toolrides.sip.twilio.com',
        CallStatus: 'in-progress',
        Direction: 'inbound',
      },
      { kind: 'answered', call: 'CA1', phone: '+51987654321', extension: '101' },
    ],
    ['a missed call of Twilio', { CallSid: 'CA1', From: '+51987654321', CallStatus: 'no-answer' }, { kind: 'ended' }],
    [
      'the question of a 3CX template',
      { number: '00987654321', agent: '101' },
      { kind: 'ringing', call: null, phone: '00987654321', extension: '101' },
    ],
    ['the journal of a 3CX template', { number: '987654321', CallType: 'Notanswered' }, { kind: 'ended', call: null }],
  ])('says it in %s', (_name, fields, event) => {
    expect(readEvent(fields as { [name: string]: string })).toMatchObject(event)
  })

  test('says nothing of calls that go out, of hidden numbers and of words that nobody knows', () => {
    expect(
      readEvent({ CallSid: 'CA1', From: '+51987654321', CallStatus: 'ringing', Direction: 'outbound-dial' }),
    ).toBeNull()
    expect(readEvent({ event: 'ringing', phone: 'anonymous' })).toBeNull()
    expect(readEvent({ event: 'transferred', phone: '987654321' })).toBeNull()
    expect(readEvent({})).toBeNull()
  })

  test('has numbers and extensions in many spellings', () => {
    expect(['sip:+51987654321@pbx', 'tel:+51-987-654-321', '(01) 444-5555'].map(dialled)).toEqual([
      '+51987654321',
      '+51987654321',
      '014445555',
    ])
    expect(['client:rosa', '101', 'SIP/101-0000002b', '', 'x'.repeat(21)].map(extensionOf)).toEqual([
      'rosa',
      '101',
      '101',
      null,
      null,
    ])
  })
})
