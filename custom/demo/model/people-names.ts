import { pick, type Random } from './random'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Given names common in Peru. */
const WOMEN = words(`
  Ana María Rosa Carmen Luz Julia Elena Lucía Sofía Valeria Daniela Gabriela Andrea Camila Fiorella Milagros Yolanda Gladys Norma
  Silvia Patricia Teresa Juana Victoria Flor Maribel Roxana Katherine Vanessa Jessica Diana Karina Ximena Alessandra Claudia Mónica
  Verónica Pilar Rocío Liliana Martha Olga Nelly Edith Rebeca Brenda Paola Cinthia Evelyn Marisol Jimena Romina Mariana Antonella
`)
const MEN = words(`
  José Luis Carlos Juan Jorge Miguel Víctor César Manuel Julio Pedro Fernando Raúl Walter Óscar Roberto Ricardo Eduardo Marco Percy
  Wilmer Edwin Jhon Christian Diego Renzo Rodrigo Sebastián Mateo Gonzalo Joaquín Alonso Iván Hugo Freddy Elmer Nilton Abel Rubén
  Alberto Alfredo Andrés Ángel Antonio Daniel David Enrique Félix Gustavo Héctor Javier Martín Nicolás Santiago Tomás Wilfredo
`)
/** Family names common in Peru. */
const SURNAMES = words(`
  Quispe Flores Sánchez García Rodríguez Rojas Huamán Mamani Chávez Ramírez Díaz Torres Mendoza López Castillo González Vásquez Cruz
  Espinoza Fernández Gutiérrez Ramos Pérez Vargas Castro Ruiz Condori Silva Romero Salazar Huanca Medina Guevara Cárdenas Aguilar
  Delgado Apaza Ccori Palomino Paredes Soto Campos Ortiz Reyes Herrera Morales Navarro Tello Zapata Bautista Cabrera Alvarado Valdivia
  Córdova Ponce Rivera Salas Villanueva Peña Acosta Ochoa Arias Yupanqui Ticona Choque Cutipa Pacheco Luna Valencia Carrasco Neyra
  Zegarra Bravo Cáceres Montoya Farfán Puma Sulca Taipe Ñahui Oré Inga Poma Llanos Ugarte Becerra Barrientos Solís Aquino Zevallos
`)

export interface PersonName { readonly name: string; readonly surname: string }

/** A plausible Peruvian name: one or two given names, the father's and the mother's surname; `woman` is the share of women. */
export function personName(random: Random, woman = 0.5): PersonName {
  const given = random() < woman ? WOMEN : MEN
  const first = pick(random, given)
  const second = pick(random, given)
  const name = random() < 0.3 && second !== first ? `${first} ${second}` : first
  return { name, surname: `${pick(random, SURNAMES)} ${pick(random, SURNAMES)}` }
}
