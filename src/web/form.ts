// Reading single inputs of a posted form.
import type { Request } from 'express';
import type { Form } from './body.js';
import { refused } from './built-in.js';

/** The posted form; an empty one where the body was empty. Throws `Refused` for JSON. */
export function formOf(request: Request): Form {
  const body: unknown = request.body;
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== null)
    throw refused('BAD_REQUEST', { why: 'a form was expected' });
  return body as Form;
}

/** What was typed; '' where the input is missing. Line breaks of browsers (CR LF) come as LF. */
export const typed = (form: Form, name: string): string => (form[name] ?? '').replaceAll('\r\n', '\n');
