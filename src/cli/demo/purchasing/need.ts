// Something the demo people need to buy.
import type { SupplierName } from './catalogue.js';

export interface Need {
  readonly title: string;
  readonly costCentre: string;
  readonly supplier: SupplierName;
  readonly why: string;
  /** Item, fewest and most pieces, price of one in cents. */
  readonly lines: readonly (readonly [item: string, least: number, most: number, price: number])[];
}

export const need = (
  title: string,
  costCentre: string,
  supplier: SupplierName,
  why: string,
  ...lines: Need['lines']
): Need => ({ title, costCentre, supplier, why, lines });
