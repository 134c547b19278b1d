// What section 4 is read with.
import type { z } from 'zod';
import type { lifecyclesShape } from './lifecycles-shape.js';
import type { Problems, SectionData } from '../section-context.js';

export type LifecyclesSection = SectionData<z.infer<typeof lifecyclesShape>>;

export interface LifecyclesContext {
  readonly section: LifecyclesSection;
  readonly problems: Problems;
  readonly entities: readonly string[];
  /** Includes broken declarations. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Computed fields, by entity. */
  readonly computed: Readonly<Record<string, readonly string[]>>;
  /** By entity, fields with a date or a moment that are not personal. */
  readonly dates: Readonly<Record<string, readonly string[]>>;
  readonly roles: readonly string[];
  readonly calls: readonly string[];
  /** Those of them that are mails. */
  readonly mails: readonly string[];
  /** Section 9 declares working time. */
  readonly hasCalendar: boolean;
}
