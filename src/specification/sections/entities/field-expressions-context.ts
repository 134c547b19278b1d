import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import type { Field } from '#specification/model/specification.js';
import type { Problems, SectionData } from '../section-context.js';

export interface FieldExpressionsContext {
  readonly section: SectionData<unknown>;
  readonly environment: ExpressionEnvironment;
  readonly problems: Problems;
  readonly fieldsOf: Readonly<Record<string, readonly Field[]>>;
}
