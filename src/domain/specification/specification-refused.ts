// A document that cannot be published: every problem in it, with its place.
import type { Problem } from '#specification/model/specification.js';

export class SpecificationRefused extends Error {
  override readonly name = 'SpecificationRefused';
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
  }
}
