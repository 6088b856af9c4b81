import { expect, test } from 'vitest'
import { ghostPlace } from '../../custom/dispatcher/client/drop/ghost-place'

const GHOST = { width: 320, height: 90 }
const WINDOW = { width: 1440, height: 900 }

test('what is carried stands beside the pointer, at an edge on its other side, and always whole within the window', () => {
  expect(ghostPlace({ x: 600, y: 300 }, GHOST, WINDOW)).toEqual({ x: 614, y: 314 })
  expect(ghostPlace({ x: 1300, y: 300 }, GHOST, WINDOW)).toEqual({ x: 966, y: 314 })
  expect(ghostPlace({ x: 600, y: 880 }, GHOST, WINDOW)).toEqual({ x: 614, y: 776 })
  expect(ghostPlace({ x: 200, y: 300 }, GHOST, { width: 390, height: 844 })).toEqual({ x: 4, y: 314 })
  for (let x = 0; x <= WINDOW.width; x += 40) {
    const at = ghostPlace({ x, y: 100 }, GHOST, WINDOW)
    expect(at.x).toBeGreaterThanOrEqual(0)
    expect(at.x + GHOST.width).toBeLessThanOrEqual(WINDOW.width)
  }
})
