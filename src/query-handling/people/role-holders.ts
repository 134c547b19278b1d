import { Query } from '@nestjs/cqrs';
import type { Specification } from '#specification/model/specification.js';

export class FindRoleHolders extends Query<ReadonlySet<string>> {
  constructor(
    readonly specification: Specification,
    readonly roles: readonly string[],
  ) {
    super();
  }
}
