import { Query } from '@nestjs/cqrs';

/** Compares positions, as demo data has earlier dates. */
export class HasActed extends Query<boolean> {
  constructor(
    readonly person: string,
    readonly eventTypes: readonly string[],
  ) {
    super();
  }
}
