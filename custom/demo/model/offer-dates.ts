import type { JsonObject } from '#engine/model'
import type { Moments } from './moments'
import type { Random } from './random'

/** Surcharges; `branch` is the index of a branch, none: all of them. */
export function highDemandRecords(
  random: Random,
  moments: Moments,
): readonly { readonly branch?: number; readonly record: JsonObject }[] {
  const day = (offset: number): string => moments.date(random, offset, offset)
  return [
    { record: { name: 'Hora punta de la mañana', amount: 15, days: 'weekdays', time_from: '07:00', time_to: '09:30' } },
    { record: { name: 'Hora punta de la tarde', amount: 20, days: 'weekdays', time_from: '17:30', time_to: '20:30' } },
    { record: { name: 'Madrugada', flat: 1, amount: 3, days: 'all', time_from: '23:00', time_to: '05:00' } },
    {
      branch: 0,
      record: { name: 'Noches del fin de semana', amount: 25, days: 'weekend', time_from: '21:00', time_to: '04:00' },
    },
    {
      branch: 1,
      record: {
        name: 'Salida de fábricas',
        flat: 1,
        amount: 2,
        days: 'weekdays',
        time_from: '17:00',
        time_to: '18:30',
      },
    },
    {
      record: {
        name: 'Campaña de fin de año',
        amount: 10,
        days: 'all',
        time_from: '10:00',
        time_to: '22:00',
        valid_from: day(12),
        valid_to: day(40),
      },
    },
    {
      record: {
        name: 'Feria del verano',
        amount: 12,
        days: 'weekend',
        time_from: '12:00',
        time_to: '20:00',
        valid_from: day(-320),
        valid_to: day(-260),
        state: '0',
      },
    },
  ]
}

/** Promotions in all their states, and how often each was used. */
export function promotionRecords(
  random: Random,
  moments: Moments,
): readonly { readonly uses: number; readonly branch?: number; readonly record: JsonObject }[] {
  const day = (offset: number): string => moments.date(random, offset, offset)
  return [
    {
      uses: 31,
      record: {
        code: 'BIENVENIDO',
        name: 'Primer viaje',
        type_benefit: '1',
        amount: 20,
        max_amount: 15,
        use_limit: 500,
        use_limit_client: 1,
        only_new: 1,
        valid_from: day(-200),
        valid_to: day(165),
      },
    },
    {
      uses: 46,
      record: {
        code: 'LIMA10',
        name: 'Diez por ciento de descuento',
        type_benefit: '1',
        amount: 10,
        max_amount: 8,
        use_limit: 60,
        use_limit_client: 3,
        valid_from: day(-45),
        valid_to: day(20),
      },
    },
    {
      uses: 12,
      record: {
        code: 'TARJETA5',
        name: 'Cinco soles con tarjeta',
        type_benefit: '2',
        amount: 5,
        use_limit: 300,
        only_card: 1,
        valid_from: day(-30),
        valid_to: day(60),
      },
    },
    {
      uses: 25,
      branch: 2,
      record: {
        code: 'ESTE25',
        name: 'Nueva sucursal Lima Este',
        type_benefit: '2',
        amount: 4,
        use_limit: 25,
        use_limit_client: 1,
        valid_from: day(-90),
        valid_to: day(30),
      },
    },
    { uses: 3, record: { code: 'ALIADOS', name: 'Convenio con aliados', type_benefit: '1', amount: 15, private: 1 } },
    {
      uses: 18,
      record: {
        code: 'ANIVERSARIO',
        name: 'Aniversario',
        type_benefit: '1',
        amount: 30,
        max_amount: 20,
        use_limit: 40,
        valid_from: day(-120),
        valid_to: day(-105),
      },
    },
    {
      uses: 0,
      record: {
        code: 'FINDEANIO',
        name: 'Campaña de fin de año',
        type_benefit: '1',
        amount: 12,
        max_amount: 10,
        valid_from: day(15),
        valid_to: day(45),
      },
    },
    {
      uses: 7,
      record: { code: 'PRUEBA', name: 'Prueba interna', type_benefit: '2', amount: 1, private: 1, state: '0' },
    },
  ]
}
