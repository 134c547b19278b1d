import type { GivenByOwner } from '#identity/owner-confirmation.js';
import type { RequestInput } from '../http/request-input.js';

interface SentByOwner {
  readonly ownPassword?: string | undefined;
  readonly ownCode?: string | undefined;
}

/** Of a form, or of a body in JSON. */
export const readGivenByOwner = (
  { ownPassword: password = '', ownCode: code = '' }: SentByOwner,
  { client: { address }, correlationId }: Pick<RequestInput, 'client' | 'correlationId'>,
): GivenByOwner => ({ password, code, address, correlationId });
