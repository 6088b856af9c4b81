/** Whether a click was meant for something of its own inside a row or a card, not for the whole. */
export const isPressable = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null
