import type { IncomingHttpHeaders } from 'node:http';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import type { ClientOrigin } from '#identity/sign-in/sign-in-attempt.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';

/** An HTTP request for code that does not know Express; `readRequestInput` makes it. */
export interface RequestInput {
  readonly method: string;
  readonly path: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly routeParameters: Readonly<Record<string, string>>;
  /** All values of all parameters. */
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** undefined: missing or not decodable. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Parsed form or JSON; undefined: none, or not read yet. */
  readonly body: unknown;
  readonly client: ClientOrigin;
  readonly correlationId: string;
  readonly signedIn: SignedInPerson | undefined;
  /** Why the session could not be verified. */
  readonly notRecognised: Error | undefined;
  /** Own writes are not in the read models yet. */
  readonly isBehind: boolean;
  /** Authenticates anew, for long responses: roles, session and account may change. */
  findCurrentViewer(): Promise<SignedInPerson | undefined>;
  waitForOwnWrites(readModels: Pick<ProjectionProgress, 'waitFor'>): Promise<void>;
}
