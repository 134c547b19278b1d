// The person of a request, from the session, or from an API token or HTTP Basic under /api.
import type { ActingProgram } from '#domain/acting-program.js';
import type { PreferredLanguage } from '#domain/user/preference-events.js';

export interface SignedInPerson {
  readonly id: string;
  readonly name: string;
  /** Of the whole installation. */
  readonly admin: boolean;
  readonly auditor: boolean;
  readonly demo: boolean;
  readonly hasPassword?: boolean;
  /** An admin set the password and so knows it. */
  readonly passwordByAnother?: boolean;
  /** undefined: automatic. */
  readonly language?: PreferredLanguage;
  readonly timeZone?: string;
  /** false: turned off. */
  readonly singleKeys?: false;
  /** Version of the sign-in; undefined with HTTP Basic. */
  readonly session?: number;
  /** Application, or '-' → granted roles, without those of everyone. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Acts for the person with an API token; roles and rights are narrowed already. */
  readonly program?: ActingProgram & { readonly canWrite: boolean };
  readonly onlyApplication?: string;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** undefined: not signed in. */
      signedIn?: SignedInPerson;
      /** Read anew, for streams: roles, session and account may change. */
      signedInStill?: () => Promise<SignedInPerson | undefined>;
      /** Pages without authentication, such as signing out, go on. */
      notRecognised?: Error;
      /** In logs, metadata and error pages. */
      correlationId: string;
    }
  }
}
