// From whom the demo people buy, and from which pot. Money is in cents.
import type { DemoName } from '../people.js';

export const SUPPLIERS = [
  {
    name: 'Laborbedarf Nord GmbH',
    category: 'Laboratory',
    city: 'Hamburg',
    paymentDays: 30,
    contactName: 'Frau Petersen',
    contactPhone: '+49 40 555 0142',
  },
  {
    name: 'Roth & Kessler Chemie',
    category: 'Laboratory',
    city: 'Karlsruhe',
    paymentDays: 30,
    contactName: 'Dr. Kessler',
    contactPhone: '+49 721 555 0107',
  },
  {
    name: 'Glaswerk Ilmenau',
    category: 'Laboratory',
    city: 'Ilmenau',
    paymentDays: 14,
    contactName: 'Herr Vogt',
    contactPhone: '+49 3677 555 019',
  },
  {
    name: 'Kühn Messtechnik',
    category: 'Laboratory',
    city: 'Göttingen',
    paymentDays: 45,
    contactName: 'Service desk',
    contactPhone: '+49 551 555 0166',
  },
  {
    name: 'Papeterie Sommer',
    category: 'Office',
    city: 'Berlin',
    paymentDays: 14,
    contactName: 'Nadja Sommer',
    contactPhone: '+49 30 555 0101',
  },
  {
    name: 'Möbelhaus am Kanal',
    category: 'Office',
    city: 'Potsdam',
    paymentDays: 30,
    contactName: 'Herr Brandt',
    contactPhone: '+49 331 555 0129',
  },
  {
    name: 'Byteladen',
    category: 'Computers',
    city: 'Berlin',
    paymentDays: 21,
    contactName: 'Tobi',
    contactPhone: '+49 30 555 0177',
  },
  {
    name: 'Netzwerk & Druck AG',
    category: 'Computers',
    city: 'Leipzig',
    paymentDays: 30,
    contactName: 'Frau Lehmann',
    contactPhone: '+49 341 555 0133',
  },
  {
    name: 'Werkzeug Brandl',
    category: 'Tools',
    city: 'Nürnberg',
    paymentDays: 30,
    contactName: 'Sepp Brandl',
    contactPhone: '+49 911 555 0154',
  },
  {
    name: 'Stahl & Schraube',
    category: 'Tools',
    city: 'Dortmund',
    paymentDays: 14,
    contactName: 'Verkauf',
    contactPhone: '+49 231 555 0112',
  },
  {
    name: 'Kalibrierdienst Weiß',
    category: 'Services',
    city: 'Braunschweig',
    paymentDays: 30,
    contactName: 'Dr. Weiß',
    contactPhone: '+49 531 555 0190',
  },
  {
    name: 'Bahn & Bett Reisen',
    category: 'Travel',
    city: 'Berlin',
    paymentDays: 7,
    contactName: 'Service desk',
    contactPhone: '+49 30 555 0165',
  },
] as const;

export type SupplierName = (typeof SUPPLIERS)[number]['name'];

interface CostCentre {
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly budgetHolder: DemoName;
  readonly yearlyBudget: string;
}

export const COST_CENTRES: readonly CostCentre[] = [
  {
    code: '1100',
    name: 'Research projects',
    department: 'Research',
    budgetHolder: 'thomas',
    yearlyBudget: '90000.00',
  },
  {
    code: '1200',
    name: 'Consumables',
    department: 'Laboratory',
    budgetHolder: 'priya',
    yearlyBudget: '65000.00',
  },
  {
    code: '1210',
    name: 'Instruments',
    department: 'Laboratory',
    budgetHolder: 'priya',
    yearlyBudget: '140000.00',
  },
  {
    code: '2100',
    name: 'Sales and fairs',
    department: 'Sales',
    budgetHolder: 'thomas',
    yearlyBudget: '30000.00',
  },
  {
    code: '3100',
    name: 'Workshop',
    department: 'Workshop',
    budgetHolder: 'thomas',
    yearlyBudget: '25000.00',
  },
  {
    code: '4100',
    name: 'Office and IT',
    department: 'Office',
    budgetHolder: 'priya',
    yearlyBudget: '40000.00',
  },
];
