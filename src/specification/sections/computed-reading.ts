// What reading the expressions of fields goes by.
import type { ExpressionEnvironment } from '../cel/environment.js';
import type { Field } from '../specification.js';
import type { Problems, SectionData } from './reading.js';

export interface ComputedReading {
  readonly section: SectionData<unknown>;
  readonly environment: ExpressionEnvironment;
  readonly problems: Problems;
  /** Entity → its fields. */
  readonly fieldsOf: Readonly<Record<string, readonly Field[]>>;
}
