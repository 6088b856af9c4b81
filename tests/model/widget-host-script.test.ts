import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { HOST_SCRIPT } from '../../custom/widgets/server/host-script'

/** A page that frames a widget, as far as the script asks it. */
function hostPage() {
  const inner = {}
  const frame = {
    src: 'https://taxi.example/widget/1?v=125',
    contentWindow: inner,
    dataset: { height: 'auto' },
    style: { height: '' },
  }
  const other = { src: 'https://other.example/widget/1', contentWindow: {}, dataset: {}, style: {} }
  const tags: { src: string }[] = []
  let listen: (message: object) => void = () => {}
  const window: { dataLayer?: object[]; addEventListener(kind: string, heard: typeof listen): void } = {
    addEventListener: (_kind, heard) => {
      listen = heard
    },
  }
  const document = {
    currentScript: { src: 'https://taxi.example/api/hooks/widget.js' },
    querySelectorAll: () => [frame, other],
    createElement: () => ({ src: '', async: false }),
    head: { appendChild: (tag: { src: string }) => void tags.push(tag) },
  }
  // eslint-disable-next-line no-new-func
  new Function('window', 'document', HOST_SCRIPT)(window, document)
  const data = (more: object = {}) => ({
    toolrides: 'widget',
    id_widget: 1,
    event: 'step',
    step: 'products',
    height: 612,
    gtm: null,
    ...more,
  })
  return {
    window,
    frame,
    tags,
    data,
    hear: (message: object) => listen({ origin: 'https://taxi.example', source: inner, ...message }),
  }
}

test('the script of the host page weighs at most 5 kB packed', () => {
  expect(gzipSync(HOST_SCRIPT).byteLength).toBeLessThan(5 * 1024)
})

test('a frame of automatic height follows its page, and the tag manager hears of steps, the booking and its payment, once each and nothing else', () => {
  const { window, frame, hear, data } = hostPage()
  hear({ data: data() })
  hear({ data: data({ event: 'height', height: 700 }) })
  hear({ data: data({ event: 'booked', step: 'paid' }) })
  expect(frame.style.height).toBe('612px')
  expect(window.dataLayer).toEqual([
    { event: 'toolrides_step', toolrides_widget: 1, toolrides_step: 'products' },
    { event: 'toolrides_booked', toolrides_widget: 1, toolrides_step: 'paid' },
  ])
})

test('nobody else is heard: another origin, another window, another message', () => {
  const { window, frame, hear, data } = hostPage()
  hear({ data: data(), origin: 'https://evil.example' })
  hear({ data: data(), source: {} })
  hear({ data: { height: 9 } })
  hear({ data: null })
  expect([window.dataLayer, frame.style.height]).toEqual([undefined, ''])
})

test("the widget's own container is loaded once, and only one that is a container", () => {
  const { tags, hear, data } = hostPage()
  hear({ data: data({ gtm: '"><script>' }) })
  hear({ data: data({ gtm: 'GTM-ABC123' }) })
  hear({ data: data({ gtm: 'GTM-ABC123' }) })
  expect(tags.map(({ src }) => src)).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'])
})
