import { Query } from '@nestjs/cqrs';
import { createPhrase, type TaskPhraseId } from '#specification/refusal-words/phrases.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { type Unreadable } from '#specification/model/stored-value.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';

/** Password hashes stay out. */
export interface VisiblePerson extends Omit<
  PersonDocument,
  'name' | 'signInName' | 'passwordHash' | 'signInDigest' | 'sessions'
> {
  readonly name: string | Unreadable;
  readonly signInName: string | Unreadable | null;
  readonly hasPassword: boolean;
}

export interface PeopleResult {
  readonly people: readonly VisiblePerson[];
  readonly previous?: number;
  readonly next?: number;
}

/** Throws `Refused`. */
export function assertAdminViewer({ admin }: Viewer, what: TaskPhraseId): void {
  if (admin) return;
  throw new Refused([
    createBuiltInReason('NOT_PERMITTED', {
      with: { what: createPhrase(what), who: createPhrase('who.admins') },
    }),
  ]);
}

/** Registered, then imported, then erased people. `search`: part of a name. */
export class ListPeople extends Query<PeopleResult> {
  constructor(
    readonly viewer: Viewer,
    readonly paging: { readonly search: string; readonly page: number; readonly limit: number },
  ) {
    super();
  }
}

/** Throws `Refused` NOT_PERMITTED, NOT_FOUND. */
export class FindPerson extends Query<VisiblePerson> {
  constructor(
    readonly viewer: Viewer,
    readonly id: string,
  ) {
    super();
  }
}

export async function toVisiblePeople(
  { personal }: QueryDependencies,
  documents: readonly PersonDocument[],
): Promise<readonly VisiblePerson[]> {
  const secrets = await personal.openForDisplay(
    documents.map(({ name, signInName }) => ({ name, signInName })),
  );
  return documents.map(({ passwordHash, signInDigest: _digest, sessions: _sessions, ...person }, index) => ({
    ...person,
    hasPassword: passwordHash !== null,
    ...(secrets[index] as Pick<VisiblePerson, 'name' | 'signInName'>),
  }));
}
