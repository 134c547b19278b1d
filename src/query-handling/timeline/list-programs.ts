import { Query } from '@nestjs/cqrs';
import type { Viewer } from '../viewer.js';

export interface ListedProgram {
  /** Id of its API token. */
  readonly token: string;
  /** For whom it acts. */
  readonly person: string;
  /** null: erased or unreadable. */
  readonly name: string | null;
}

/** Every API token, also those that ended, the latest first. Throws `Refused`. */
export class ListPrograms extends Query<readonly ListedProgram[]> {
  constructor(readonly viewer: Viewer) {
    super();
  }
}

export const ANY_PROGRAM = '*';

/** `text`: a name of programs, the id of a token, or all of them. */
export const matchPrograms = (programs: readonly ListedProgram[], text: string): readonly ListedProgram[] =>
  text === ANY_PROGRAM ? programs : programs.filter(({ token, name }) => token === text || name === text);
