import type { SectionData, Problems } from '../section-context.js';
import type { z } from 'zod';
import type { screensShape, screenShape } from './screens-shape.js';
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import type { Entity } from '#specification/model/specification.js';

export type ScreensSection = SectionData<z.infer<typeof screensShape>>;

export type ScreenDeclaration = z.infer<typeof screenShape>;

export interface ScreensContext {
  readonly section: ScreensSection;
  readonly problems: Problems;
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
  readonly entities: Readonly<Record<string, Entity>>;
  readonly entityNames: readonly string[];
  /** With broken declarations. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly roles: readonly string[];
}
