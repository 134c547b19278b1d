import { Query } from '@nestjs/cqrs';
import type { ListedPerson } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';

interface PeopleSearch {
  readonly text: string;
  readonly viewer: Pick<Viewer, 'admin' | 'auditor'>;
  readonly limit: number;
}

/** Sorted by name; empty for people without permission. */
export class FindPeople extends Query<readonly ListedPerson[]> {
  constructor(readonly search: PeopleSearch) {
    super();
  }
}
