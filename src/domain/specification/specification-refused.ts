// Refusal of a document with every problem in it.
import type { Problem } from '#specification/model/specification.js';

export class SpecificationRefused extends Error {
  override readonly name = 'SpecificationRefused';
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
  }
}
