import { describe, expect, test } from 'vitest'
import { appearanceOf, modeOf, USUAL } from '../../src/client/theme/appearance'
import { mirrored, mirrorPlugin, type Declaration } from '../../src/client/theme/mirror'

describe('how a console looks to somebody', () => {
  test('is read from what a profile keeps, whatever that is', () => {
    for (const kept of [null, 'dark', [], { layout: 'layout9', width: 4 }]) expect(appearanceOf(kept)).toEqual(USUAL)
    expect(appearanceOf({ layout: 'layout3', theme: 'dark', direction: 'rtl', more: 1 })).toEqual({ ...USUAL, layout: 'layout3', theme: 'dark', direction: 'rtl' })
    expect(modeOf(USUAL, 'dark')).toBe('dark')
    expect(modeOf({ ...USUAL, theme: 'light' }, 'dark')).toBe('light')
  })
})

describe('a style that is read from the right', () => {
  test.each([
    ['margin-left', '4px', 'margin-right', '4px'],
    ['right', '0', 'left', '0'],
    ['border-top-left-radius', '6px', 'border-top-right-radius', '6px'],
    ['text-align', 'right', 'text-align', 'left'],
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
    ['margin-inline-start', '4px'], ['padding', '4px 8px'], ['top', '0'], ['background', 'url(left.png)'], ['width', 'calc(100% - 4px)'], ['content', '"left"'],
  ])('%s: %s stays', (property, value) => {
    expect(mirrored(property, value)).toEqual([property, value])
    const declaration: Declaration = { type: 'decl', props: property, children: value, return: '' }
    mirrorPlugin(declaration)
    expect(declaration.return).toBe('')
  })

  test('turned twice it is what it was', () => {
    for (const [property, value] of [['left', '1px'], ['margin', '1px 2px 3px 4px'], ['transform', 'translate(-50%, 1px)'], ['border-radius', '1px 2px 3px 4px']] as const) {
      expect(mirrored(...mirrored(property, value))).toEqual([property, value])
    }
  })
})
