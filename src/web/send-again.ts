// A form that could not be taken, as the page that says so keeps it: nothing typed is lost, and sent again it is the same command.
import type { Request } from 'express';
import type { ErrorPage } from '#views/view-models/system.js';
import { localAddress } from './local-address.js';
import type { Form } from './body.js';
import type { RequestFailure } from './failure.js';

/** Inputs that steer, which nobody typed. */
const NOT_TYPED = /^(_.*|commandId|seen|id|next|here|token|choose\..*)$/;
const PASSWORD = /password/i;

/** undefined: no form was posted, or sending the same again would not help. */
export function sendAgain(request: Request, { kind, reasons }: RequestFailure): ErrorPage['again'] {
  // Whoever was signed out while they typed may sign in again in another window.
  const mayHelp = kind === 'fault' || kind === 'unavailable' || reasons[0]?.code === 'NOT_SIGNED_IN';
  if (request.method !== 'POST' || !mayHelp) return undefined;
  const form: unknown = request.body;
  // Forms have no prototype (see body.ts); JSON is of programs, which keep it themselves.
  if (typeof form !== 'object' || form === null || Object.getPrototypeOf(form) !== null) return undefined;
  const names = Object.keys(form);
  const passwords = names.filter((name) => PASSWORD.test(name));
  const inputs = Object.fromEntries(Object.entries(form as Form).filter(([name]) => !PASSWORD.test(name)));
  const typed = names.filter((name) => !PASSWORD.test(name) && !NOT_TYPED.test(name) && inputs[name] !== '');
  return { action: localAddress(request.originalUrl), inputs, typed, passwords };
}
