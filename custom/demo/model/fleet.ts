/** Vehicle types: name and shape on the map. */
export const TYPES: readonly (readonly [name: string, icon: string])[] = [
  ['Sedán', 'car'],
  ['Hatchback', 'car'],
  ['SUV', 'car'],
  ['Van', 'van'],
  ['Minibús', 'bus'],
  ['Moto', 'motorcycle'],
]

/** Types that carry up to four passengers. */
export const CARS = ['Sedán', 'Hatchback', 'SUV'] as const

/** Brands seen on Lima's streets, with a short code. */
export const BRANDS: readonly (readonly [name: string, code: string])[] = [
  ['Toyota', 'TOY'],
  ['Hyundai', 'HYU'],
  ['Kia', 'KIA'],
  ['Nissan', 'NIS'],
  ['Chevrolet', 'CHE'],
  ['Suzuki', 'SUZ'],
  ['Volkswagen', 'VW'],
  ['Renault', 'REN'],
  ['Mitsubishi', 'MIT'],
  ['Honda', 'HON'],
  ['Mazda', 'MAZ'],
  ['Changan', 'CHA'],
  ['JAC', 'JAC'],
  ['Mercedes-Benz', 'MB'],
  ['Bajaj', 'BAJ'],
]

/** Colours of vehicles: name and code. */
export const COLORS: readonly (readonly [name: string, code: string])[] = [
  ['Blanco', '#fafafa'],
  ['Plata', '#c0c4c8'],
  ['Gris', '#7d8187'],
  ['Negro', '#1c1c1e'],
  ['Rojo', '#b3261e'],
  ['Azul', '#1f4e8c'],
  ['Celeste', '#7fb2e5'],
  ['Verde', '#2f6b3c'],
  ['Amarillo', '#f2c230'],
  ['Beige', '#d8c7a0'],
  ['Guinda', '#6d1b2f'],
  ['Naranja', '#e8762c'],
]

/** How often a colour is seen, in the order of `COLORS`. */
export const COLOR_WEIGHTS = [26, 22, 18, 12, 7, 6, 2, 1, 2, 2, 1, 1] as const

/** The vehicles in use: type, brand, model, passengers, and how often. */
export const MODELS: readonly (readonly [
  type: string,
  brand: string,
  model: string,
  capacity: number,
  weight: number,
])[] = [
  ['Sedán', 'Toyota', 'Yaris', 4, 12],
  ['Sedán', 'Toyota', 'Corolla', 4, 6],
  ['Sedán', 'Hyundai', 'Accent', 4, 9],
  ['Sedán', 'Hyundai', 'Elantra', 4, 4],
  ['Sedán', 'Kia', 'Rio', 4, 7],
  ['Sedán', 'Kia', 'Cerato', 4, 4],
  ['Sedán', 'Nissan', 'Versa', 4, 5],
  ['Sedán', 'Nissan', 'Sentra', 4, 4],
  ['Sedán', 'Chevrolet', 'Sail', 4, 4],
  ['Sedán', 'Chevrolet', 'Onix', 4, 3],
  ['Sedán', 'Suzuki', 'Dzire', 4, 4],
  ['Sedán', 'Mazda', 'Mazda 3', 4, 2],
  ['Sedán', 'Honda', 'City', 4, 1],
  ['Sedán', 'Volkswagen', 'Virtus', 4, 2],
  ['Sedán', 'Renault', 'Logan', 4, 2],
  ['Hatchback', 'Kia', 'Picanto', 4, 4],
  ['Hatchback', 'Hyundai', 'Grand i10', 4, 4],
  ['Hatchback', 'Suzuki', 'Swift', 4, 3],
  ['Hatchback', 'Toyota', 'Agya', 4, 3],
  ['SUV', 'Toyota', 'Rav4', 4, 3],
  ['SUV', 'Hyundai', 'Tucson', 4, 3],
  ['SUV', 'Kia', 'Sportage', 4, 3],
  ['SUV', 'Renault', 'Duster', 4, 2],
  ['SUV', 'Changan', 'CS35', 4, 2],
  ['SUV', 'Mitsubishi', 'Outlander', 6, 1],
  ['Van', 'Hyundai', 'H-1', 10, 3],
  ['Van', 'Toyota', 'Hiace', 14, 2],
  ['Van', 'JAC', 'Refine', 10, 1],
  ['Minibús', 'Mercedes-Benz', 'Sprinter', 19, 1],
  ['Moto', 'Bajaj', 'Pulsar 150', 1, 4],
  ['Moto', 'Honda', 'CB 125F', 1, 3],
]
