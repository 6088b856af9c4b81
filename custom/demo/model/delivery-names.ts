/** What the demo's delivery partners sell, by type of store. Prices in soles. */
interface DemoStore {
  readonly name: string
  /** Place in the list of partners. */
  readonly partner: number
  readonly type: string
  readonly category: string
  readonly address: string
  readonly lat: number
  readonly lng: number
  readonly articles: readonly (readonly [category: string, name: string, price: number])[]
}

export const STORE_TYPES: readonly (readonly [name: string, radius_m: number, categories: readonly string[]])[] = [
  ['Restaurantes', 6000, ['Criolla', 'Pollos a la brasa', 'Chifa', 'Vegetariana']],
  ['Bodegas', 3000, ['Abarrotes', 'Bebidas']],
  ['Farmacias', 5000, ['Medicinas', 'Cuidado personal']],
  ['Florerías', 8000, ['Ramos', 'Plantas']],
]

export const STORES: readonly DemoStore[] = [
  {
    name: 'Malambo Barranco',
    partner: 0,
    type: 'Restaurantes',
    category: 'Criolla',
    address: 'Av. Grau 323, Barranco',
    lat: -12.1467,
    lng: -77.0209,
    articles: [
      ['Entradas', 'Causa de pollo', 18],
      ['Entradas', 'Anticuchos', 22.5],
      ['Fondos', 'Lomo saltado', 36],
      ['Fondos', 'Ají de gallina', 29.9],
      ['Fondos', 'Tacu tacu con seco', 34],
      ['Postres', 'Suspiro limeño', 12],
      ['Bebidas', 'Chicha morada 1 L', 14],
    ],
  },
  {
    name: 'Malambo Lince',
    partner: 0,
    type: 'Restaurantes',
    category: 'Pollos a la brasa',
    address: 'Av. Arequipa 2450, Lince',
    lat: -12.0851,
    lng: -77.0349,
    articles: [
      ['Pollos', 'Pollo entero con papas', 69.9],
      ['Pollos', 'Medio pollo con papas', 39.9],
      ['Pollos', 'Cuarto de pollo', 24.9],
      ['Acompañamientos', 'Ensalada fresca', 12],
      ['Bebidas', 'Gaseosa 1,5 L', 9.5],
    ],
  },
  {
    name: 'La Quincha Miraflores',
    partner: 1,
    type: 'Bodegas',
    category: 'Abarrotes',
    address: 'Calle Schell 310, Miraflores',
    lat: -12.1206,
    lng: -77.0285,
    articles: [
      ['Despensa', 'Arroz extra 5 kg', 24.5],
      ['Despensa', 'Aceite vegetal 1 L', 11.9],
      ['Despensa', 'Leche evaporada 400 g', 4.2],
      ['Bebidas', 'Agua mineral 2,5 L', 4.5],
      ['Limpieza', 'Detergente 2 kg', 21.9],
    ],
  },
  {
    name: 'La Quincha San Isidro',
    partner: 1,
    type: 'Bodegas',
    category: 'Bebidas',
    address: 'Av. Camino Real 890, San Isidro',
    lat: -12.0995,
    lng: -77.0362,
    articles: [
      ['Bebidas', 'Vino tinto', 39.9],
      ['Bebidas', 'Cerveza, seis latas', 28.5],
      ['Piqueos', 'Aceitunas de Yauca', 13.9],
      ['Piqueos', 'Papas nativas', 7.5],
    ],
  },
]

/** What people ask of the kitchen. */
export const ORDER_NOTES = [
  'Sin cebolla, por favor',
  'Tocar el intercomunicador 402',
  'Con cubiertos',
  null,
  null,
  null,
  null,
] as const

/** What people choose with an article, by the section that it stands in. */
export const OPTION_GROUPS: readonly {
  readonly category: string
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  readonly options: readonly (readonly [name: string, price: number])[]
}[] = [
  {
    category: 'Fondos',
    name: 'Guarnición',
    minimum: 1,
    maximum: 1,
    options: [
      ['Arroz', 0],
      ['Papas fritas', 3],
      ['Ensalada', 2.5],
    ],
  },
  {
    category: 'Pollos',
    name: 'Cremas',
    minimum: 0,
    maximum: 3,
    options: [
      ['Ají', 0],
      ['Mayonesa', 0],
      ['Vinagreta', 0],
      ['Chimichurri', 1],
    ],
  },
]
