import type { z } from 'zod';
import type { lifecyclesShape } from './lifecycles-shape.js';
import type { Problems, SectionData } from '../section-context.js';

export type LifecyclesSection = SectionData<z.infer<typeof lifecyclesShape>>;

export interface LifecyclesContext {
  readonly section: LifecyclesSection;
  readonly problems: Problems;
  readonly entities: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly computed: Readonly<Record<string, readonly string[]>>;
  /** Date and moment fields that are not personal. */
  readonly dates: Readonly<Record<string, readonly string[]>>;
  readonly roles: readonly string[];
  readonly calls: readonly string[];
  readonly mails: readonly string[];
  readonly hasCalendar: boolean;
}
