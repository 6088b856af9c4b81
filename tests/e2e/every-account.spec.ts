import { stripVTControlCharacters } from 'node:util'
import { isFull, placeOf } from '../share'
import { accountApi, sessionOf } from './account-maker'
import { pairsOf, workOn } from './account-pairs'
import { enterAs, expect, isPhone, test } from './console'

const ACCOUNTS = ['root', 'operator', 'branch', 'corporate', 'area', 'member', 'cliente', 'partner']

// A pair takes 10 to 20 seconds of a browser: forty commits in a row take all of them.
const TURNS = 40
const turn = Number(process.env['TEST_COMMIT'] ?? 0) % TURNS
/** Tiles of maps come from elsewhere, and there is no elsewhere here. */
const ELSEWHERE = /ERR_NAME_NOT_RESOLVED/

/** Catalogues whose pages or forms are screens of their own, and those for which no dice throw a valid record. */
const BESPOKE: { readonly [resource: string]: string } = {
  forms: 'has a designer (forms.spec)',
  messages: 'opens as a page of its own',
  roles: 'opens as a matrix of rights',
  modules: 'has keys that are chosen from what there is',
  type_faqs: 'opens with its questions (public-texts.spec)',
  tolls: 'is drawn on a map (zones.spec)',
  alerts: 'goes to people, roles and addresses',
  webhooks: 'asks for the password first',
}

for (const account of ACCOUNTS) {
  test(`${account} creates, reads, changes and removes a record of every catalogue that their role lets them edit`, async ({
    page,
    address,
  }) => {
    test.skip(isPhone(page), 'A worker types at a desk.')
    test.setTimeout(3_000_000)
    const email = `${account}@demo.test`
    const api = await accountApi(address, email)
    const session = await sessionOf(api)
    const pairs = pairsOf(session)
      .filter(({ resource }) => isFull || placeOf(`${account} ${resource.name}`) % TURNS === turn)
      .filter(({ resource }) => {
        const bespoke = BESPOKE[resource.name]
        if (bespoke !== undefined) console.log(`not tried: ${account} ${resource.name}: ${bespoke}`)
        return bespoke === undefined
      })
    test.skip(pairs.length === 0, 'The catalogues of this account are the turn of other runs.')
    const refused: string[] = []
    page.on('response', (reply) => {
      if (reply.status() >= 400 && reply.url().includes('/api/'))
        refused.push(`${reply.status()} ${reply.request().method()} ${new URL(reply.url()).pathname}`)
    })
    page.on('console', (message) => {
      if (message.type() === 'error' && !ELSEWHERE.test(message.text())) refused.push(message.text().slice(0, 200))
    })
    page.on('pageerror', (error) => refused.push(error.message))
    await enterAs(page, email)
    await page.goto('/')
    await expect(page.getByRole('banner')).toBeVisible()
    const faults: string[] = []
    for (const pair of pairs) {
      refused.length = 0
      let [fault, said] = ['', '']
      try {
        const remove = await workOn(page, api, session, email, pair)
        said = refused.join('; ')
        await remove()
      } catch (error) {
        fault = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).slice(0, 900)
        await page.screenshot({ path: test.info().outputPath(`${pair.resource.name}.png`) })
        await page.goto('/')
        await page.evaluate(() => {
          for (const key of Object.keys(sessionStorage)) sessionStorage.removeItem(key)
        })
      }
      const line = `${account} ${pair.resource.name}: ${fault || said}`
      if (fault !== '' || said !== '') faults.push(line)
    }
    expect(faults).toEqual([])
  })
}
