import { describe, expect, test } from 'vitest'
import { appearanceOf, directionFor, colourMode, USUAL } from '../../src/client/theme/appearance'
import { isolated } from '../../src/model/words/direction'
import { mirrored, mirrorPlugin, type Declaration } from '../../src/client/theme/mirror'

describe('how a console looks to somebody', () => {
  test('is read from what a profile keeps, whatever that is', () => {
    for (const kept of [null, 'dark', [], { layout: 'layout9', width: 4 }]) expect(appearanceOf(kept)).toEqual(USUAL)
    expect(appearanceOf({ layout: 'layout3', theme: 'dark', direction: 'rtl', more: 1 })).toEqual({
      ...USUAL,
      layout: 'layout3',
      theme: 'dark',
      direction: 'rtl',
    })
    expect(colourMode(USUAL, 'dark')).toBe('dark')
    expect(colourMode({ ...USUAL, theme: 'light' }, 'dark')).toBe('light')
  })
})

describe('the direction of a page', () => {
  test.each([
    ['es', 'ltr'],
    ['en', 'ltr'],
    ['he', 'rtl'],
    ['ar-EG', 'rtl'],
    ['FA', 'rtl'],
    ['', 'ltr'],
    ['helsinki', 'ltr'],
  ] as const)('is that of its language: %s is read %s', (language, direction) => {
    expect(directionFor(USUAL, language)).toBe(direction)
    // Whoever chose one has that.
    expect(directionFor({ ...USUAL, direction: 'rtl' }, language)).toBe('rtl')
    expect(directionFor({ ...USUAL, direction: 'ltr' }, language)).toBe('ltr')
  })

  test('keeps a plate, a name and a number apart from the words around them, and leaves markup, addresses and counts as they are', () => {
    expect(
      isolated({ plate: 'ABC-123', smart_count: 3, url: 'https://a.example/x', html: '<b>1</b>', _: 'otherwise' }),
    ).toEqual({
      plate: '\u2068ABC-123\u2069',
      smart_count: 3,
      url: 'https://a.example/x',
      html: '<b>1</b>',
      _: 'otherwise',
    })
  })
})

describe('a style that is read from the right', () => {
  test.each([
    ['margin-left', '4px', 'margin-right', '4px'],
    ['right', '0', 'left', '0'],
    ['border-top-left-radius', '6px', 'border-top-right-radius', '6px'],
    ['text-align', 'right', 'text-align', 'left'],
    ['text-align', 'start', 'text-align', 'right'],
    ['text-align', 'end', 'text-align', 'left'],
    ['padding', '1px 2px 3px 4px', 'padding', '1px 4px 3px 2px'],
    ['padding', '1px calc(2px + 3px) 3px 4px', 'padding', '1px 4px 3px calc(2px + 3px)'],
    ['border-radius', '1px 2px 3px 4px', 'border-radius', '2px 1px 4px 3px'],
    ['transform', 'translate(-50%, 10px)', 'transform', 'translate(50%, 10px)'],
    ['transform', 'translateX(20px) scale(1)', 'transform', 'translateX(-20px) scale(1)'],
    ['transform', 'translate(0, 10px)', 'transform', 'translate(0, 10px)'],
  ])('%s: %s becomes %s: %s', (property, value, other, turned) => {
    expect(mirrored(property, value)).toEqual([other, turned])
  })

  test.each([
    ['margin-inline-start', '4px'],
    ['text-align', 'center'],
    ['padding', '4px 8px'],
    ['top', '0'],
    ['background', 'url(left.png)'],
    ['width', 'calc(100% - 4px)'],
    ['content', '"left"'],
  ])('%s: %s stays', (property, value) => {
    expect(mirrored(property, value)).toEqual([property, value])
    const declaration: Declaration = { type: 'decl', props: property, children: value, return: '' }
    mirrorPlugin(declaration)
    expect(declaration.return).toBe('')
  })

  test('turned twice it is what it was', () => {
    for (const [property, value] of [
      ['left', '1px'],
      ['margin', '1px 2px 3px 4px'],
      ['transform', 'translate(-50%, 1px)'],
      ['border-radius', '1px 2px 3px 4px'],
    ] as const) {
      expect(mirrored(...mirrored(property, value))).toEqual([property, value])
    }
  })
})
