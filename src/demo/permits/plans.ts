// What people want to build, fell and open in the demo town.
import { demoData } from '../demo-data.js';

export interface PermitPlan {
  readonly subject: string;
  readonly kind: string;
  readonly description: string;
  /** The action by which our own adviser is asked. */
  readonly advice?: string;
  /** It turns out that no permit is needed. */
  readonly unlicensed?: true;
}

interface Town {
  readonly plans: readonly PermitPlan[];
  readonly streets: readonly string[];
}

export const { plans: PLANS, streets: STREETS } = demoData<Town>('permits');
