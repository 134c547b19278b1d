// Who asks: put on every request by the session (or by HTTP Basic under /api), read by everything that answers.
import type { PreferredLanguage } from '#domain/user/preference-events.js';

export interface SignedIn {
  readonly id: string;
  readonly name: string;
  /** Holds `admin` for the whole installation. */
  readonly admin: boolean;
  readonly auditor: boolean;
  readonly demo: boolean;
  readonly hasPassword?: boolean;
  /** true: somebody else chose the password, and knows it. */
  readonly passwordByAnother?: boolean;
  /** As the person chose them; undefined: they are chosen automatically. */
  readonly language?: PreferredLanguage;
  readonly timeZone?: string;
  /** false: letters and signs pressed alone are no shortcuts. */
  readonly singleKeys?: false;
  /** Which session it is, by the version of its sign-in; undefined: none, but a password with every request. */
  readonly session?: number;
  /** Application → roles given to the person; '-' is the whole installation. Roles held by everyone are not in it. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** undefined: nobody is signed in. */
      signedIn?: SignedIn;
      /** Who asks as of now, for answers that go on: roles, session and account may be gone meanwhile. */
      signedInStill?: () => Promise<SignedIn | undefined>;
      /** Why it could not be found out who asks. Pages that need nobody, such as signing out, go on. */
      notRecognised?: Error;
      /** Goes into logs, into the metadata of what the request writes, and onto error pages. */
      correlationId: string;
    }
  }
}
