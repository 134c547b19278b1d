import { deriveUuidFromParts } from '../import/derived-ids.js';

export interface DemoPerson {
  readonly id: string;
  readonly name: string;
  readonly signInName: string;
  /** Application → roles; '-' is the installation. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

const person = (name: string, roles: DemoPerson['roles'] = {}): DemoPerson => {
  const signInName = name.split(' ')[0]!.toLowerCase();
  return { id: deriveUuidFromParts('demo', 'person', signInName), name, signInName, roles };
};

export const DEMO_PEOPLE = {
  ines: person('Ines Albrecht', { '-': ['admin'], purchasing: ['purchaser'] }),
  jonas: person('Jonas Weber'),
  priya: person('Priya Raman', { purchasing: ['budgetHolder'], capa: ['head'] }),
  thomas: person('Thomas Okafor', { purchasing: ['budgetHolder'], permits: ['teamLead'], capa: ['head'] }),
  greta: person('Greta Lindqvist', { capa: ['qualityManager'] }),
  mehmet: person('Mehmet Aydin', { capa: ['qualityManager'], permits: ['adviser'] }),
  sofia: person('Sofia Marchetti', { purchasing: ['finance'] }),
  paul: person('Paul Becker', { purchasing: ['store'] }),
  lena: person('Lena Hoffmann'),
  hanneke: person('Hanneke de Vries', { permits: ['frontDesk'] }),
  willem: person('Willem Jansen', { permits: ['caseHandler'] }),
  ruth: person('Ruth Adler', { '-': ['auditor'] }),
} as const satisfies Readonly<Record<string, DemoPerson>>;

export type DemoPersonKey = keyof typeof DEMO_PEOPLE;
