import type { SectionData, Problems } from '../section-context.js';

export interface FieldsContext {
  readonly section: SectionData<unknown>;
  readonly entity: string;
  readonly currency: string;
  readonly roles: readonly string[];
  readonly problems: Problems;
}
