import { readDemoData } from '../demo-data.js';

export interface PermitProject {
  readonly subject: string;
  readonly kind: string;
  readonly description: string;
  readonly advice?: string;
  readonly unlicensed?: true;
}

interface Town {
  readonly plans: readonly PermitProject[];
  readonly streets: readonly string[];
}

export const { plans: PERMIT_PROJECTS, streets: STREETS } = readDemoData<Town>('permits');
