import { expect, test } from 'vitest'
import { chatDrafts } from '../../custom/chats/client/talk/chat-drafts'
import { attachmentShelf } from '../../src/client/message/attachment-shelf'
import { restAfter } from '../../src/client/message/rest-after'
import type { Uploads } from '../../src/ui/inputs/upload'

/** Uploads that arrive, or fail, when the test says so. */
function slowLine() {
  const under: { readonly arrive: (id: number) => void; readonly fail: () => void; readonly signal: AbortSignal }[] = []
  const uploads: Uploads = {
    upload: (_field, { name }, { signal }) =>
      new Promise((done, failed) => {
        under.push({
          signal,
          fail: () => failed(new Error('broken')),
          arrive: (id) => done({ url: `/api/files/${id}/${name}?e=1&s=x` }),
        })
        signal.addEventListener('abort', () => failed(new Error('stopped')))
      }),
    sentence: () => 'No llegó',
  }
  const field = { entity: 'chat_messages', name: 'attachment' }
  return { under, sending: { field, uploads, max: 2, tooMany: 'Demasiados' } }
}
const file = (name: string): File => new File(['x'], name)
const settled = () => new Promise((done) => setTimeout(done))

test("files for a conversation go on arriving while another is open, and are that conversation's alone", async () => {
  const drafts = chatDrafts()
  const { under, sending } = slowLine()
  const [ana, beto] = [drafts.of(1), drafts.of(2)]
  ana.shelf.add([file('plano.png')], sending)
  ana.write('El plano')
  beto.shelf.add([file('tarifa.pdf')], sending)
  under[0]!.arrive(11)
  under[1]!.fail()
  await settled()
  expect(drafts.of(1).text()).toBe('El plano')
  const plan = { name: 'plano.png', id: 11, share: 1, error: null }
  expect(drafts.of(1).shelf.read().files).toEqual([expect.objectContaining(plan)])
  expect(drafts.of(2).text()).toBe('')
  const lost = { name: 'tarifa.pdf', id: null, error: 'No llegó' }
  expect(drafts.of(2).shelf.read().files).toEqual([expect.objectContaining(lost)])
  beto.shelf.retry(beto.shelf.read().files[0]!.key, sending)
  under[2]!.arrive(12)
  await settled()
  expect(beto.shelf.read().files).toEqual([expect.objectContaining({ id: 12, error: null })])
  drafts.stop()
})

test('what is attached or typed while a message goes out is not lost with it', async () => {
  const shelf = attachmentShelf()
  const { under, sending } = slowLine()
  shelf.add([file('a.png')], sending)
  under[0]!.arrive(21)
  await settled()
  shelf.add([file('b.png')], sending)
  shelf.release([21])
  expect(shelf.read().files.map(({ name }) => name)).toEqual(['b.png'])
  expect(restAfter('Voy')('Voy para allá')).toBe('para allá')
  expect(restAfter('Voy')('Voy')).toBe('')
  expect(restAfter('Voy')('Otra cosa')).toBe('Otra cosa')
})

test('no more files lie there than a message takes; what is taken off stops, and all with the inbox', async () => {
  const drafts = chatDrafts()
  const { shelf } = drafts.of(1)
  const { under, sending } = slowLine()
  shelf.add([file('a.png'), file('b.png'), file('c.png')], sending)
  expect([shelf.read().files, shelf.read().error]).toEqual([[], 'Demasiados'])
  shelf.add([file('a.png'), file('b.png')], sending)
  expect(shelf.read().error).toBeUndefined()
  shelf.drop(shelf.read().files[0]!.key)
  expect(under.map(({ signal }) => signal.aborted)).toEqual([true, false])
  drafts.stop()
  expect(under.map(({ signal }) => signal.aborted)).toEqual([true, true])
  await settled()
})

test('the same words keep their key until they have gone or were taken back; templates have another', () => {
  const draft = chatDrafts().of(1)
  const first = draft.keyOf('text', 'Ok')
  const template = draft.keyOf('template', 'Ok')
  expect(draft.keyOf('text', 'Ok')).toBe(first)
  expect(template).not.toBe(first)
  draft.write('')
  expect(draft.keyOf('text', 'Ok')).not.toBe(first)
  expect(draft.keyOf('template', 'Ok')).toBe(template)
  draft.gone('template')
  expect(draft.keyOf('template', 'Ok')).not.toBe(template)
})
