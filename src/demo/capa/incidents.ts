import { readDemoData } from '../demo-data.js';

export interface Incident {
  readonly title: string;
  readonly area: string;
  readonly source: string;
  readonly kind?: 'Preventive';
  readonly equipment?: string;
  readonly procedure: string;
  readonly description: string;
  readonly containment: string;
  readonly method: string;
  readonly rootCause: string;
  readonly actions: readonly string[];
  readonly criterion: string;
  readonly evidence: string;
  /** Severity, occurrence, detection. */
  readonly risk: readonly [number, number, number];
  readonly resultsAffected?: true;
  readonly complaint?: true;
}

export const INCIDENTS = readDemoData<{ readonly incidents: readonly Incident[] }>('capa').incidents;
