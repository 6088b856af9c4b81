import { describe, expect, test } from 'vitest'
import {
  advance,
  type Around,
  type BotEvent,
  checkFlow,
  type Flow,
  masked,
  MAX_TURN_STEPS,
  newSession,
  partsAt,
  type PastTrace,
  replay,
  type Session,
  type Step,
  talkOf,
} from '../../custom/bots/model'
import { DEMO_BOTS } from '../../custom/demo/model/demo-bots'
import { readAnswer } from '../../custom/bots/server/actions/call-webhook'

const around: Around = {
  now: '2026-11-21T17:00:00.000Z',
  zone: 'America/Lima',
  channel: 'web',
  numbers: { thousands_separator: ',', decimals_separator: '.' },
  say: (key) => `[${key}]`,
}
const step = (id: number, type: Step['type'], more: Partial<Step> = {}): Step => ({
  id,
  type,
  name: null,
  message_type: '0',
  message_text: null,
  message_action_button: null,
  childs: [],
  id_bot_step_next: null,
  id_bot_step_positive: null,
  id_bot_step_default: null,
  variable: null,
  validation_type: null,
  validation_pattern: null,
  error_text: null,
  tries: null,
  minutes_wait: null,
  action_type: null,
  action_url: null,
  position_x: 0,
  position_y: 0,
  ...more,
})
const child = (id: number, title: string, to: number | null) => ({
  id,
  title,
  id_bot_step: to,
  condition_source: null,
  condition_operator: null,
  condition_target: null,
})
const when = (
  id: number,
  source: string,
  operator: 'eq' | 'gt' | 'lt' | 'contains' | 'empty',
  target: string,
  to: number,
) => ({
  id,
  title: null,
  id_bot_step: to,
  condition_source: source,
  condition_operator: operator,
  condition_target: target,
})
const text = (said: string): BotEvent => ({ type: 'text', text: said })

/** Plays events one after the other. */
function play(
  flow: Flow,
  events: readonly BotEvent[],
  over: Partial<Around> = {},
  from: Session = newSession({ name: 'Ana' }),
) {
  let session = from
  const says: string[] = []
  const path: string[] = []
  const effects: string[] = []
  for (const event of events) {
    const turn = advance(flow, session, event, { ...around, ...over })
    session = turn.session
    says.push(
      ...turn.says.map(
        (one) => one.text + (one.buttons ? ` <${one.buttons.map(({ title }) => title).join('|')}>` : ''),
      ),
    )
    path.push(...turn.trace.map(({ step: at, exit }) => `${at}:${exit}`))
    effects.push(...turn.effects.map(({ type }) => type))
  }
  return { session, says, path, effects }
}

const asking = (validation_type: Step['validation_type'], more: Partial<Step> = {}): Flow => ({
  first: 1,
  steps: [
    step(1, '4', {
      message_text: '¿?',
      validation_type,
      variable: 'x',
      id_bot_step_positive: 2,
      id_bot_step_default: 3,
      ...more,
    }),
    step(2, '1', { message_text: 'ok {x}' }),
    step(3, '1', { message_text: 'mal' }),
  ],
})
const answered = (kind: Step['validation_type'], said: string, more: Partial<Step> = {}) =>
  play(asking(kind, more), [text('hola'), text(said)]).says.slice(1)

describe('a conversation', () => {
  const menu: Flow = {
    first: 1,
    steps: [
      step(1, '1', {
        message_type: '1',
        message_text: 'Hola {name}',
        childs: [child(11, 'Reservar', 2), child(12, 'Preguntar', 5)],
        id_bot_step_default: 6,
      }),
      step(2, '5', { message_text: '¿Dónde?', variable: 'place', id_bot_step_next: 3 }),
      step(3, '6', { childs: [when(31, 'place', 'contains', 'callao', 4)], id_bot_step_default: 5 }),
      step(4, '2', { id_bot_step_next: 1 }),
      step(5, '3', { message_text: 'Lea: {place}', id_bot_step_next: 7 }),
      step(6, '8', { action_type: 'human' }),
      step(7, '8', { action_type: 'close' }),
    ],
  }

  test('is led by buttons, by their title and by their number, through free answers, conditions and jumps', () => {
    expect(
      play(menu, [text('hola'), { type: 'choice', id: '11' }, text('El CALLÁO'), text('2'), text('gracias')]),
    ).toMatchObject({
      says: ['Hola Ana <Reservar|Preguntar>', '¿Dónde?', 'Hola Ana <Reservar|Preguntar>', 'Lea: El CALLÁO'],
      effects: ['close'],
      path: [
        '1:wait',
        '1:child:11',
        '2:wait',
        '2:next',
        '3:child:31',
        '4:next',
        '1:wait',
        '1:child:12',
        '5:wait',
        '5:next',
        '7:act:close',
      ],
      session: { state: 'over', step: null },
    })
    expect(play(menu, [text('hola'), text('preguntar')]).path.at(-2)).toBe('1:child:12')
  })

  test('tries three times, then goes on by default; without one a person answers, and the bot is silent', () => {
    const tried = play(menu, [text('hola'), text('eh'), text('eh'), text('eh'), text('¿hola?')])
    expect(tried).toMatchObject({
      effects: ['human'],
      session: { state: 'human' },
      path: ['1:wait', '1:again', '1:again', '1:default', '6:act:human'],
    })
    expect(tried.says).toEqual([
      'Hola Ana <Reservar|Preguntar>',
      '[choose] <Reservar|Preguntar>',
      '[choose] <Reservar|Preguntar>',
    ])
    const lost = play(asking('number', { id_bot_step_default: null, tries: 1, error_text: 'Un número' }), [
      text('hola'),
      text('eh'),
    ])
    expect(lost).toMatchObject({ says: ['¿?', '[human]'], effects: ['human'], session: { state: 'human' } })
  })

  test('an answer in between starts its tries anew', () => {
    const twice: Flow = {
      first: 1,
      steps: [
        step(1, '4', { message_text: 'a', validation_type: 'number', id_bot_step_positive: 2, id_bot_step_default: 3 }),
        step(2, '4', { message_text: 'b', validation_type: 'number', id_bot_step_positive: 3, id_bot_step_default: 3 }),
        step(3, '8', { action_type: 'close' }),
      ],
    }
    expect(play(twice, [text('.'), text('x'), text('x'), text('1'), text('x'), text('x'), text('1')]).path.at(-2)).toBe(
      '2:positive',
    )
  })

  test('an unanswered question goes on by default, or is over', () => {
    expect(play(menu, [text('hola'), { type: 'timeout' }])).toMatchObject({
      effects: ['human'],
      path: ['1:wait', '1:default', '6:act:human'],
    })
    expect(play(menu, [text('hola'), text('1'), { type: 'timeout' }])).toMatchObject({
      session: { state: 'over' },
      effects: [],
    })
  })

  test('stops after fifty steps of one message, and at the third visit of a step without a word from the person', () => {
    const long: Flow = {
      first: 1,
      steps: Array.from({ length: 80 }, (_, n) =>
        step(n + 1, '1', { message_text: String(n), id_bot_step_next: n + 2 }),
      ),
    }
    const stopped = play(long, [text('hola')])
    expect([stopped.says.length, stopped.session.state, stopped.effects]).toEqual([
      MAX_TURN_STEPS + 1,
      'human',
      ['human'],
    ])
    const round: Flow = {
      first: 1,
      steps: [step(1, '1', { message_text: 'a', id_bot_step_next: 2 }), step(2, '2', { id_bot_step_next: 1 })],
    }
    expect(play(round, [text('hola')])).toMatchObject({ says: ['a', 'a', '[human]'], session: { state: 'human' } })
    // Results of actions are no words of the person: a price that is asked for again and again ends with somebody.
    const stubborn: Flow = {
      first: 1,
      steps: [step(1, '8', { action_type: 'quote', id_bot_step_default: 1, id_bot_step_positive: 1 })],
    }
    const no: BotEvent = { type: 'result', ok: false }
    expect(play(stubborn, [text('hola'), no, no])).toMatchObject({
      effects: ['quote', 'quote', 'human'],
      session: { state: 'human' },
    })
    // A person who goes round the menu is heard each time.
    expect(
      play(menu, [text('hola'), ...Array.from({ length: 5 }, () => [text('1'), text('callao')]).flat()]).session.state,
    ).toBe('waiting')
  })

  test('waits for the result of an action, hears nothing meanwhile, and goes on by how it went', () => {
    const flow: Flow = {
      first: 1,
      steps: [
        step(1, '8', {
          action_type: 'quote',
          message_text: 'Un momento',
          id_bot_step_positive: 2,
          id_bot_step_default: 3,
        }),
        step(2, '1', { message_text: 'Cuesta {price}' }),
        step(3, '1', { message_text: 'No: {problem}' }),
      ],
    }
    expect(
      play(flow, [text('hola'), text('¿ya?'), { type: 'result', ok: true, vars: { price: 'S/ 12' } }]).says,
    ).toEqual(['Un momento', 'Cuesta S/ 12'])
    expect(play(flow, [text('hola'), { type: 'result', ok: false, vars: { problem: 'lejos' } }]).says).toEqual([
      'Un momento',
      'No: lejos',
    ])
    expect(play(flow, [text('hola'), { type: 'timeout' }]).path).toEqual(['1:act:quote', '1:default', '3:next'])
    // The result of an action that is over changes nothing.
    expect(
      play(flow, [text('hola'), { type: 'result', ok: true, vars: {} }, { type: 'result', ok: true, vars: {} }]).path,
    ).toHaveLength(3)
  })
})

describe('a past conversation', () => {
  const flow: Flow = {
    first: 1,
    steps: [
      step(1, '1', {
        message_type: '1',
        message_text: '¿Qué?',
        childs: [child(11, 'Precio', 2), child(12, 'Nada', 6)],
        id_bot_step_default: 6,
      }),
      step(2, '4', {
        message_text: '¿A dónde?',
        validation_type: 'address',
        variable: 'destination',
        id_bot_step_positive: 3,
        id_bot_step_default: 6,
      }),
      step(3, '8', { action_type: 'quote', id_bot_step_positive: 4, id_bot_step_default: 6 }),
      step(4, '6', { childs: [when(41, 'price_amount', 'gt', '100', 6)], id_bot_step_default: 5 }),
      step(5, '5', { message_text: '{price}. ¿Su nombre?', variable: 'n', id_bot_step_next: 7 }),
      step(6, '8', { action_type: 'human' }),
      step(7, '8', { action_type: 'close' }),
    ],
  }
  const found = { price_amount: 12 }
  /** Its path as the server keeps it. */
  const kept = (events: readonly BotEvent[]): readonly PastTrace[] => {
    let session = newSession({})
    return events.flatMap((event, turn) => {
      const done = advance(flow, session, event, around)
      session = done.session
      return done.trace.map(({ input = null, note = null, ...one }) => ({ ...one, turn, input, note }))
    })
  }
  const ok: BotEvent = { type: 'result', ok: true, vars: found }
  const asked = [
    text('hola'),
    { type: 'choice', id: '11', title: 'Precio' },
    text('asdf'),
    { type: 'result', ok: false },
    text('Larco 345'),
    text('¿ya?'),
    ok,
    ok,
    text('Ana Díaz 7'),
  ] satisfies BotEvent[]
  const steps = (path: readonly { readonly step: number; readonly exit: string }[]) =>
    path.map(({ step: at, exit }) => `${at}:${exit}`)

  test('takes the same path through the same flow, with what its actions found', () => {
    const path = kept(asked)
    const talk = talkOf(path)
    expect(talk.outcomes).toEqual([
      { type: 'geocode', ok: false },
      { type: 'geocode', ok: true },
      { type: 'quote', ok: true },
    ])
    expect(steps(replay(flow, talk, { begin: {}, found }, around))).toEqual(
      steps(path.filter(({ exit }) => exit !== 'busy')),
    )
    expect(
      steps(replay(flow, talkOf(kept([text('hola'), { type: 'timeout' }])), { begin: {}, found }, around)).at(-1),
    ).toBe('6:act:human')
  })

  test('parts where another flow leads elsewhere, and ends where that one does', () => {
    const talk = talkOf(kept(asked))
    const before = replay(flow, talk, { begin: {}, found }, around)
    const changed = (id: number, more: Partial<Step>): Flow => ({
      first: 1,
      steps: flow.steps.map((one) => (one.id === id ? { ...one, ...more } : one)),
    })
    const path = (other: Flow) => replay(other, talk, { begin: {}, found }, around)
    expect(partsAt(before, path(changed(5, { message_text: 'Otras palabras' })))).toBe(null)
    expect(partsAt(before, path(changed(1, { childs: [child(99, 'precio', 2)] })))).toBe(null)
    const dear = path(changed(4, { childs: [when(41, 'price_amount', 'lt', '100', 6)] }))
    expect([partsAt(before, dear), steps(dear).slice(-2)]).toEqual([9, ['4:child:41', '6:act:human']])
    expect(steps(path(changed(2, { validation_type: 'number' })))).toEqual([
      '1:wait',
      '1:child:11',
      '2:wait',
      '2:again',
      '2:again',
      '2:default',
      '6:act:human',
    ])
  })

  test('is shown without what was written', () => {
    expect(masked(talkOf(kept(asked)))).toEqual(['Precio', 'xxxx', 'xxxxx 000', 'xxx xxxx 0'])
  })
})

describe('answers', () => {
  test('are judged by their validation', () => {
    const found = (kind: Step['validation_type'], said: string) => answered(kind, said)[0]
    expect(['+51 987-654-321', '12', 'llámame', '1234567890123456'].map((said) => found('phone', said))).toEqual([
      'ok +51987654321',
      '[phone]',
      '[phone]',
      '[phone]',
    ])
    expect(['Ana@Test.pe', 'ana@test', `${'a'.repeat(300)}@b.pe`].map((said) => found('email', said))).toEqual([
      'ok ana@test.pe',
      '[email]',
      '[email]',
    ])
    expect(['3,5', '-2', '1e9', 'tres'].map((said) => found('number', said))).toEqual([
      'ok 3.5',
      'ok -2',
      '[number]',
      '[number]',
    ])
    expect(
      ['mañana', '21/11', '25/12', '1/2', '2026-11-22 a las 8:05', '31/2/2027', '22/11 25:00'].map((said) =>
        found('date', said),
      ),
    ).toEqual([
      'ok 2026-11-22',
      'ok 2026-11-21',
      'ok 2026-12-25',
      'ok 2027-02-01',
      'ok 2026-11-22 08:05',
      '[date]',
      '[date]',
    ])
    // Late in the evening the zone's day is not that of UTC.
    const evening = (said: string) =>
      play(asking('date'), [text('hola'), text(said)], { now: '2026-11-22T02:00:00.000Z' }).says[1]
    expect(['hoy', 'Today', 'hoy a las 9', 'tomorrow', '21/11'].map(evening)).toEqual([
      'ok 2026-11-21',
      'ok 2026-11-21',
      'ok 2026-11-21 09:00',
      'ok 2026-11-22',
      'ok 2026-11-21',
    ])
    const pattern = { validation_pattern: '^[A-Z]{3}-[0-9]{3}$' }
    expect([answered('pattern', 'ABC-123', pattern), answered('pattern', 'abc', pattern)].map(([one]) => one)).toEqual([
      'ok ABC-123',
      '[pattern]',
    ])
    const options = { childs: [child(7, 'Sí', null), child(8, 'No', null)] }
    expect(
      [answered('option', 'si', options), answered('option', '2', options), answered('option', 'quizás', options)].map(
        ([one]) => one,
      ),
    ).toEqual(['ok Sí', 'ok No', '[option] <Sí|No>'])
  })

  test('a pattern that may take for ever matches nothing', () => {
    expect(answered('pattern', `${'a'.repeat(200)}!`, { validation_pattern: '^(a+)+$' })[0]).toBe('[pattern]')
    expect(
      checkFlow(asking('pattern', { validation_pattern: '^(a+)+$' }), 'web').map(({ code, grave }) => [code, grave]),
    ).toContainEqual(['bad_pattern', true])
  })

  test('an address is looked up, and what is found is kept; what is not counts as a try', () => {
    const place = { lat: -12.1, lng: -77, address: 'Av. Larco 345' }
    expect(
      play(asking('address'), [text('hola'), text('larco 345'), { type: 'result', ok: true, vars: { place } }]),
    ).toMatchObject({ effects: ['geocode'], says: ['¿?', 'ok Av. Larco 345'], session: { vars: { x: place } } })
    const missing: BotEvent = { type: 'result', ok: false }
    expect(
      play(asking('address'), [text('hola'), text('nada'), missing, text('nada'), missing, text('nada'), missing]).says,
    ).toEqual(['¿?', '[address]', '[address]', 'mal'])
    expect(
      advance(
        asking('address'),
        play(asking('address'), [text('hola')]).session,
        { type: 'place', lat: 1, lng: 2 },
        around,
      ).effects,
    ).toEqual([{ type: 'geocode', step: 1, point: { lat: 1, lng: 2 } }])
  })

  test('are plain text wherever they are said again', () => {
    const said = play(
      {
        first: 1,
        steps: [
          step(1, '5', { message_text: '?', variable: 'x', id_bot_step_next: 2 }),
          step(2, '1', { message_text: 'Es {x}, {name}, {none}.' }),
        ],
      },
      [text('hola'), text('{name}\n<b>\u202E{x}')],
    )
    expect(said.says[1]).toBe('Es {name} <b> {x}, Ana, .')
  })

  test('conditions compare numbers as numbers and texts without accents; nothing is not less than something', () => {
    const to = (vars: { readonly [name: string]: string | number }, ...conditions: ReturnType<typeof when>[]) =>
      play(
        {
          first: 1,
          steps: [
            step(1, '6', { childs: conditions, id_bot_step_default: 9 }),
            ...[2, 3, 9].map((id) => step(id, '1', { message_text: String(id) })),
          ],
        },
        [text('.')],
        {},
        newSession(vars),
      ).says[0]
    expect([
      to({ n: '10' }, when(1, 'n', 'gt', '9', 2)),
      to({ n: 'café' }, when(1, 'n', 'eq', 'CAFE', 2)),
      to({}, when(1, 'n', 'lt', '5', 2)),
      to({}, when(1, 'n', 'empty', '', 2)),
      to({}, when(1, 'hour', 'eq', '12', 2)),
    ]).toEqual(['2', '2', '9', '2', '2'])
    expect(to({ n: 1 }, when(1, 'n', 'eq', '1', 3), when(2, 'n', 'eq', '1', 2))).toBe('3')
  })

  test('numbers are compared, read and said with the signs of the house', () => {
    const comma = { numbers: { thousands_separator: '.', decimals_separator: ',' } }
    const isSo = (n: string | number, operator: 'eq' | 'gt' | 'lt', target: string, over: Partial<Around> = {}) =>
      play(
        {
          first: 1,
          steps: [
            step(1, '6', { childs: [when(1, 'n', operator, target, 2)], id_bot_step_default: 3 }),
            ...[2, 3].map((id) => step(id, '1', { message_text: String(id) })),
          ],
        },
        [text('.')],
        over,
        newSession({ n }),
      ).says[0] === '2'
    const cases = [
      ['10,5', 'eq', '10.50'],
      ['10,50', 'eq', '10,5'],
      ['+10', 'eq', '10'],
      ['1,000', 'gt', '999'],
      ['1,000', 'eq', '1000'],
      ['10,5', 'lt', '9'],
      ['9,5', 'lt', '10'],
      [1.234, 'lt', '2'],
    ] as const
    expect(cases.map(([n, operator, target]) => isSo(n, operator, target))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ])
    expect([
      isSo('1,000', 'eq', '1', comma),
      isSo('1.000', 'eq', '1000', comma),
      isSo('1.234,56', 'gt', '1.234', comma),
      isSo(1.234, 'lt', '2', comma),
    ]).toEqual([true, true, true, true])
    const echoed = (said: string, over: Partial<Around> = {}) =>
      play(asking('number'), [text('hola'), text(said)], over).says[1]
    expect([echoed('1,500'), echoed('1.500', comma), echoed('1,5', comma), echoed('12.345,5', comma)]).toEqual([
      'ok 1500',
      'ok 1500',
      'ok 1,5',
      'ok 12.345,5',
    ])
  })

  test('of a web address set a few small variables and nothing else', () => {
    expect(readAnswer('{"ok":false,"code":"A1","n":3,"Bad":1,"deep":{"a":1},"__proto__":"x"}')).toEqual({
      ok: false,
      vars: { code: 'A1', n: 3 },
    })
    expect([readAnswer('<html>'), readAnswer('[1]')]).toEqual([
      { ok: true, vars: {} },
      { ok: true, vars: {} },
    ])
  })
})

describe('a flow', () => {
  const codes = (flow: Flow, channel: Around['channel'] = 'web') =>
    checkFlow(flow, channel)
      .filter(({ grave }) => grave)
      .map(({ step: at, code }) => `${at ?? ''}:${code}`)

  test('is refused for what would leave a person without an answer', () => {
    expect(codes({ first: null, steps: [] })).toEqual([':no_first'])
    expect(
      codes({
        first: 1,
        steps: [
          step(1, '2'),
          step(2, '4', { message_text: 'a' }),
          step(3, '6'),
          step(4, '8', { action_type: 'quote' }),
          step(5, '1'),
        ],
      }),
    ).toEqual([
      '1:no_target',
      '2:no_target',
      '2:no_default',
      '2:no_validation',
      '3:no_default',
      '3:no_options',
      '4:no_default',
      '5:no_text',
      '4:no_places',
    ])
    expect(codes({ first: 1, steps: [step(1, '1', { message_text: 'a', id_bot_step_next: 9 })] })).toEqual([
      '1:unknown_target',
    ])
    expect(
      codes({
        first: 1,
        steps: [
          step(1, '1', { message_text: 'a', message_type: '1', childs: [child(1, 'Sí', null), child(2, 'sí', 1)] }),
        ],
      }),
    ).toEqual(['1:no_target', '1:same_title'])
  })

  test('is refused for a circle in which nobody is waited for, and not for one that asks', () => {
    const circle = (waits: Partial<Step>): Flow => ({
      first: 1,
      steps: [
        step(1, '1', { message_text: 'a', id_bot_step_next: 2 }),
        step(2, '3', { id_bot_step_next: 1, ...waits }),
      ],
    })
    expect(codes(circle({}))).toEqual(['1:cycle', '2:cycle'])
    expect(codes(circle({ message_text: '¿Otra vez?' }))).toEqual([])
    expect(checkFlow(circle({ message_text: '¿Otra vez?' }), 'web').map(({ code }) => code)).toEqual(['no_end'])
  })

  test('is held to the limits of its channel', () => {
    const four = [1, 2, 3, 4].map((id) => child(id, `Opción número ${id} de cuatro`, 2))
    const flow = (message_type: '1' | '2'): Flow => ({
      first: 1,
      steps: [
        step(1, '1', { message_text: 'a'.repeat(1500), message_type, childs: four }),
        step(2, '8', { action_type: 'close' }),
      ],
    })
    expect([codes(flow('1')), codes(flow('1'), 'telegram')]).toEqual([[], []])
    expect(codes(flow('1'), 'whatsapp')).toEqual(['1:text_long', '1:buttons_many', ...four.map(() => '1:title_long')])
    expect(codes(flow('2'), 'whatsapp').filter((code) => code.includes('buttons'))).toEqual([])
  })

  test('of the demo is published without an error, and its draft is not', () => {
    const drawn = DEMO_BOTS.map(({ first, steps, channel }) => {
      const ids = new Map(Object.keys(steps).map((name, n) => [name, n + 1]))
      const to = (name: string | undefined) => (name === undefined ? null : (ids.get(name) ?? -1))
      const made = Object.entries(steps).map(
        ([name, { step: own, to: { next, positive, default: otherwise } = {}, childs = [] }]) => ({
          ...step(to(name) ?? 0, '1'),
          ...own,
          id_bot_step_next: to(next),
          id_bot_step_positive: to(positive),
          id_bot_step_default: to(otherwise),
          childs: childs.map(({ to: target, ...more }, n) => ({ ...child(n + 1, '', to(target)), ...more })),
        }),
      )
      return checkFlow({ first: to(first), steps: made }, channel).map(
        ({ code, step: at }) => `${Object.keys(steps)[(at ?? 1) - 1]}: ${code}`,
      )
    })
    expect(drawn).toEqual([[], [], expect.arrayContaining(['Nota: no_default', 'Motivo: no_target'])])
  })
})
