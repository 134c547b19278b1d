// What the demo people buy, from whom, and from which pot. Money is in cents.
import { demoData } from '../demo-data.js';
import type { DemoName } from '../people.js';

interface Supplier {
  readonly name: string;
  readonly category: string;
  readonly city: string;
  readonly paymentDays: number;
  readonly contactName: string;
  readonly contactPhone: string;
}

interface CostCentre {
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly budgetHolder: DemoName;
  readonly yearlyBudget: string;
}

export interface PurchaseNeed {
  readonly title: string;
  readonly costCentre: string;
  readonly supplier: string;
  readonly why: string;
  /** Item, fewest and most pieces, price of one in cents. */
  readonly lines: readonly (readonly [item: string, least: number, most: number, price: number])[];
}

interface Catalogue {
  readonly suppliers: readonly Supplier[];
  readonly costCentres: readonly CostCentre[];
  readonly needs: readonly PurchaseNeed[];
}

export const {
  suppliers: SUPPLIERS,
  costCentres: COST_CENTRES,
  needs: NEEDS,
} = demoData<Catalogue>('purchasing');
