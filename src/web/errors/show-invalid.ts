// Shows the page again with the refusals of its form.
import { failureForRequest } from './translate-failure.js';
import type { Request } from 'express';
import type { Refusal } from '#views/view-models/shown.js';
import { displayRefusals } from './displayed-refusals.js';

/** `application`: see `refusalsOf`. Everything that is not the form's fault is thrown. */
export async function showInvalid(
  request: Request,
  decide: () => Promise<void>,
  showPage: (refusals: readonly Refusal[], status: number) => Promise<void>,
  application?: string,
): Promise<void> {
  try {
    await decide();
  } catch (error) {
    const { unforeseen, kind, reasons, status } = failureForRequest(request, error);
    if (unforeseen || kind !== 'invalid') throw error;
    await showPage(displayRefusals(reasons, application), status);
  }
}
