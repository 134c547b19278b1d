import type { Problem } from '#specification/model/specification.js';

export class SpecificationRefusedError extends Error {
  override readonly name = 'SpecificationRefused';
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
  }
}
