import { Query } from '@nestjs/cqrs';
import type { ListedPerson } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';

export class ListPossibleDeputies extends Query<readonly ListedPerson[]> {
  constructor(readonly viewer: Viewer) {
    super();
  }
}
