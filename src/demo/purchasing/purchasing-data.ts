import { readDemoData } from '../demo-data.js';
import type { DemoPersonKey } from '../demo-people.js';

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
  readonly budgetHolder: DemoPersonKey;
  readonly yearlyBudget: string;
}

export interface PurchaseNeed {
  readonly title: string;
  readonly costCentre: string;
  readonly supplier: string;
  readonly why: string;
  /** `price`: in cents. */
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
  needs: PURCHASE_NEEDS,
} = readDemoData<Catalogue>('purchasing');
