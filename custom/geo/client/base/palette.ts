/** Colours of the drawn base map: quiet, so that vehicles and markers stand out. */
export interface MapPalette {
  readonly land: string
  readonly district: string
  readonly border: string
  readonly sea: string
  readonly water: string
  readonly shore: string
  readonly avenue: string
  readonly avenueEdge: string
  readonly expressway: string
  readonly expresswayEdge: string
  readonly street: string
  readonly place: string
  readonly seaName: string
  readonly halo: string
  readonly seaHalo: string
}

export const PALETTES: { readonly [mode in 'light' | 'dark']: MapPalette } = {
  light: {
    land: '#eceae4',
    district: '#f5f3ee',
    border: '#d3cec2',
    sea: '#c9dde9',
    water: '#b5d0e0',
    shore: '#a9c4d4',
    avenue: '#ffffff',
    avenueEdge: '#cbc5b8',
    expressway: '#fbe3b3',
    expresswayEdge: '#dcb668',
    street: '#4d5763',
    place: '#78808b',
    seaName: '#6d93ab',
    halo: '#f8f7f3',
    seaHalo: '#c9dde9',
  },
  dark: {
    land: '#161c23',
    district: '#1b222a',
    border: '#2d3742',
    sea: '#0d1a25',
    water: '#122635',
    shore: '#1f3647',
    avenue: '#36414d',
    avenueEdge: '#141a20',
    expressway: '#57503f',
    expresswayEdge: '#141a20',
    street: '#aab5c1',
    place: '#7d8996',
    seaName: '#4a6a82',
    halo: '#1a2129',
    seaHalo: '#0d1a25',
  },
}
