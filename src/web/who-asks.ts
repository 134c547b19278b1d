// Who asks: nobody gets further without having signed in.
import type { Request } from 'express';
import type { SignedIn } from '../identity/signed-in.js';
import { refused } from './built-in.js';

/**
 * The signed-in person. Throws `Refused` NOT_SIGNED_IN, which pages answer by way of the sign-in page, and
 * `ReadModelsUnavailable` where it cannot be found out who it is.
 */
export function signedInViewer(request: Request): SignedIn {
  if (request.notRecognised) throw request.notRecognised;
  if (!request.signedIn) throw refused('NOT_SIGNED_IN');
  return request.signedIn;
}

/** The signed-in admin. Throws `Refused` NOT_PERMITTED for everybody else. */
export function signedInAdmin(request: Request, what: string): SignedIn {
  const person = signedInViewer(request);
  if (!person.admin) throw refused('NOT_PERMITTED', { what, who: 'admins' });
  return person;
}
