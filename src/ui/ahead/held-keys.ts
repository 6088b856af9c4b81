import type { KeyCatcher } from './key-catcher'
import { isLetter, LIMITS, type HeldKeys, type Press, type Why } from './hold'
import { isControl } from './when-focused'

/** @param isKnown whether a page or dialog has declared this key, as `ctrl+s` */
export function createHeldKeys(isKnown: (name: string) => boolean): HeldKeys {
  let held: { readonly timer: ReturnType<typeof setTimeout>; readonly why: Why } | null = null
  let queue: readonly Press[] = []
  let lost = 0
  let pressing = false
  let byKeys = false
  let field: Element | null = null
  let isAfterDead = false
  let catcher: KeyCatcher | null = null
  const listeners = new Set<() => void>()
  const typed = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const add = (presses: readonly Press[]): void => {
    queue = [...queue, ...presses]
    tell()
    if (held && queue.some(isLetter)) for (const listener of typed) listener()
  }
  const drop = (more = 0): void => {
    lost += queue.length + more
    queue = []
    tell()
  }
  const end = (): void => {
    clearTimeout(held?.timer)
    held = null
  }
  const press = async (): Promise<void> => {
    if (pressing || catcher?.isMaking()) return
    if (queue.length === 0) return giveBack()
    pressing = true
    try {
      const { pressWaiting } = await import('./press-waiting')
      await pressWaiting({
        next() {
          const [first, ...others] = queue
          queue = others
          tell()
          return first
        },
        isHeld: () => held !== null,
        giveBack,
        drop: () => drop(1),
      })
    } finally {
      pressing = false
    }
    if (!held && queue.length > 0) void press()
  }
  const giveBack = (): void => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || !catcher?.has(at)) return
    if (field instanceof HTMLElement && field.isConnected) field.focus()
    else at.blur()
  }
  /** A letter that is one is noted; of a key that makes one with others the browser makes it, in a box of its own. */
  const make = (event: KeyboardEvent, press: Press, isPart: boolean): void => {
    event.stopImmediatePropagation()
    if (catcher && isPart && (held || !pressing)) return catcher.take()
    if (!isLetter(press)) return
    event.preventDefault()
    add([press])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    byKeys = true
    if ((!held && !pressing && !catcher?.isMaking()) || !event.isTrusted || MODIFIERS.has(key) || /^F\d+$/.test(key))
      return
    const isAlt = event.altKey && !event.getModifierState('AltGraph')
    const press: Press = {
      key,
      ctrl: (event.ctrlKey && (isAlt || !event.altKey)) || event.metaKey,
      alt: isAlt,
      shift: event.shiftKey,
    }
    const name = press.ctrl ? `ctrl+${key.toLowerCase()}` : `alt+${key.toLowerCase()}`
    const isPart = event.isComposing || event.keyCode === 229 || key === 'Dead' || name === 'ctrl+v'
    // The letter after a dead key comes with its accent only from the browser.
    const isAccented = isAfterDead
    isAfterDead = key === 'Dead'
    if (isLetter(press) || isPart) return make(event, press, isPart || isAccented || catcher?.isMaking() === true)
    // What the browser does (copy, reload, another tab) is not ours to delay.
    if ((press.ctrl || press.alt) && !isKnown(name) && name !== 'ctrl+enter' && name !== 'ctrl+s') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!event.repeat || REPEATED.has(key)) add([press])
  }
  const onPointer = (): void => void (byKeys = false)
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element && !catcher?.has(target) && isControl(target)) field = target
  }
  return {
    hold(why) {
      end()
      field = null
      const mine = {
        why,
        timer: setTimeout(() => {
          if (held === mine) finish(() => drop())
        }, LIMITS[why]),
      }
      held = mine
      const finish = (run: () => void): void => {
        if (held !== mine) return
        end()
        run()
        void press()
      }
      return {
        release: () => finish(() => undefined),
        drop: () => finish(() => drop()),
        calm: () =>
          finish(() => {
            queue = queue.filter(({ key, ctrl }) => key !== 'Enter' && !ctrl)
            tell()
          }),
        isTyped: () => held === mine && queue.some(isLetter),
        onTyped(listener) {
          typed.add(listener)
          return () => void typed.delete(listener)
        },
      }
    },
    arrive() {
      if (held?.why !== 'opening') return
      end()
      void press()
    },
    interrupt() {
      end()
      drop()
    },
    isByKeys: () => byKeys,
    why: () => held?.why ?? null,
    listen(target) {
      target.addEventListener('keydown', onKeyDown, true)
      target.addEventListener('focusin', onFocus, true)
      target.addEventListener('pointerdown', onPointer, true)
      // Nothing waits for it: it comes once the page is there.
      const timer = setTimeout(
        () =>
          void import('./key-catcher').then(
            ({ createKeyCatcher }) => {
              // A letter may be made after what it waited for has come.
              const late = (): void => {
                if (!held) void press()
              }
              catcher = createKeyCatcher((text) => {
                add([...text].map((key) => ({ key, ctrl: false, alt: false, shift: false })))
                late()
              }, late)
            },
            () => undefined,
          ),
        2_000,
      )
      return () => {
        clearTimeout(timer)
        target.removeEventListener('keydown', onKeyDown, true)
        target.removeEventListener('focusin', onFocus, true)
        target.removeEventListener('pointerdown', onPointer, true)
        end()
        catcher?.remove()
        catcher = null
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    waiting: () => queue.length,
    dropped: () => lost,
    forgive() {
      lost = 0
      tell()
    },
  }
}

const MODIFIERS: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Unidentified',
])
const REPEATED: ReadonlySet<string> = new Set([
  'Backspace',
  'Delete',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
])
