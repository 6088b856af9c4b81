interface Point {
  readonly x: number
  readonly y: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Between the pointer and what is carried. */
const GAP_PX = 14
const EDGE_PX = 4

/**
 * Where what is carried stands: beside the pointer, so that it hides no target; at an edge of the window on its other
 * side.
 */
export function ghostPlace(pointer: Point, ghost: Size, window: Size): Point {
  const along = (at: number, size: number, whole: number): number => {
    if (at + GAP_PX + size + EDGE_PX <= whole) return at + GAP_PX
    return Math.max(EDGE_PX, at - GAP_PX - size)
  }
  return { x: along(pointer.x, ghost.width, window.width), y: along(pointer.y, ghost.height, window.height) }
}
