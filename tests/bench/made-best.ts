/** What the best of long runs has found for each made problem (`made-instances.ts`). */
export const MADE_BEST: { readonly [name: string]: { readonly vehicles: number; readonly cost: number } } = {
  'made-c1-100-100': { vehicles: 9, cost: 1336.8504 },
  'made-c1-50-100': { vehicles: 9, cost: 1335.2938 },
  'made-c2-100-100': { vehicles: 3, cost: 937.7128 },
  'made-c2-50-100': { vehicles: 4, cost: 1063.9607 },
  'made-r1-100-100': { vehicles: 15, cost: 2140.9092 },
  'made-r1-50-100': { vehicles: 15, cost: 2272.9051 },
  'made-r2-100-100': { vehicles: 3, cost: 1549.4006 },
  'made-r2-50-100': { vehicles: 3, cost: 1373.8176 },
  'made-rc1-100-100': { vehicles: 14, cost: 1976.2435 },
  'made-rc1-50-100': { vehicles: 14, cost: 1949.6531 },
  'made-rc2-100-100': { vehicles: 3, cost: 1472.4468 },
  'made-rc2-50-100': { vehicles: 3, cost: 1084.25 },
  'made-rc1-50-200': { vehicles: 24, cost: 3426.6743 },
  'made-rc2-50-200': { vehicles: 5, cost: 1849.1142 },
}
