import { describe, expect, test } from 'vitest'
import { dni, emailOf, mobile, motorcyclePlateOf, plateOf, rucOf } from '../../custom/demo/model/identity'
import { momentsAt } from '../../custom/demo/model/moments'
import { pickWeighted, randomFrom } from '../../custom/demo/model/random'

describe('numbers of the demo', () => {
  test('a RUC ends with the check digit of the tax office', () => {
    // Two that everybody can look up: the tax office itself and the social insurance.
    expect([checkDigit('2013131295'), checkDigit('2013125775')]).toEqual([5, 0])
    const many = Array.from({ length: 25_000 }, (_, index) => rucOf(index))
    expect(many.filter((ruc) => !/^2099\d{7}$/.test(ruc) || Number(ruc[10]) !== checkDigit(ruc.slice(0, 10)))).toEqual(
      [],
    )
    expect(new Set(many).size).toBe(many.length)
  })

  test('no two plates are alike and all have the form of the country', () => {
    const plates = Array.from({ length: 120_000 }, (_, index) => plateOf(index))
    expect(new Set(plates).size).toBe(plates.length)
    expect(plates.filter((plate) => !/^[A-Z][A-Z0-9][A-Z]-\d{3}$/.test(plate))).toEqual([])
    const motorcycles = Array.from({ length: 120_000 }, (_, index) => motorcyclePlateOf(index))
    expect(new Set(motorcycles).size).toBe(motorcycles.length)
    expect(motorcycles.filter((plate) => !/^\d{4}-\d[A-C]$/.test(plate))).toEqual([])
  })

  test('mobiles begin with 9 and have nine digits, identity cards have eight', () => {
    const random = randomFrom(7)
    const many = Array.from({ length: 5000 }, () => [mobile(random), dni(random)] as const)
    expect(many.filter(([phone, document]) => !/^9\d{8}$/.test(phone) || !/^\d{8}$/.test(document))).toEqual([])
  })

  test('an address is plain ASCII below .test', () => {
    expect(emailOf('José Luis', 'Ñahui Oré', 12)).toBe('jose.nahui12@correo.test')
  })

  test('one seed gives one stream, another seed another', () => {
    const stream = (seed: number) => Array.from({ length: 5 }, randomFrom(seed))
    expect(stream(42)).toEqual(stream(42))
    expect(stream(42)).not.toEqual(stream(43))
  })

  test('weights are kept', () => {
    const random = randomFrom(3)
    const many = Array.from({ length: 10_000 }, () =>
      pickWeighted(random, [
        ['a', 3],
        ['b', 1],
      ]),
    )
    expect(many.filter((one) => one === 'a').length / many.length).toBeCloseTo(0.75, 1)
  })

  test('records are entered one after another in office hours of Lima, until yesterday', () => {
    const moments = momentsAt(new Date('2026-11-21T14:30:00Z'))
    const random = randomFrom(5)
    const entered = Array.from({ length: 3000 }, (_, index) => moments.entered(random, index, 3000, 200))
    expect([...entered].sort()).toEqual(entered)
    expect(
      entered.filter((at) => {
        const hour = (new Date(at).getUTCHours() + 24 - 5) % 24
        return hour < 8 || hour >= 20
      }),
    ).toEqual([])
    expect(entered[0]?.slice(0, 10)).toBe('2026-05-05')
    expect(new Date(entered[2999] ?? '').getTime()).toBeLessThan(Date.parse('2026-11-21T05:00:00Z'))
    expect(moments.date(random, 0, 0)).toBe('2026-11-21')
  })
})

// Straight from the rule, apart from the code under test.
function checkDigit(body: string): number {
  const factors = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
  const rest = 11 - ([...body].reduce((sum, digit, place) => sum + Number(digit) * (factors[place] ?? 0), 0) % 11)
  return rest % 10 === rest ? rest : rest - 10
}
