// Who signs: name and password are looked at here, before the command is made. They go no further, and into no log.
import type { Signing } from '../domain/record/record-commands.js';
import type { Exchange } from './exchange.js';
import { clientOrigin } from './client-origin.js';
import type { RecordRequest } from './record-request.js';
import type { SentSignature } from './record-writes.js';

/**
 * undefined: the action asks for no signature, or nobody gave one; then the domain says what is missing. Throws `Refused` where it is not
 * the person who asks.
 */
export async function signingOf(
  { signatures, request }: Exchange,
  { entity, route, viewer }: RecordRequest,
  sent: SentSignature | undefined,
): Promise<Signing | undefined> {
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  if (route.kind !== 'action' || action?.sign === undefined || !sent) return undefined;
  const { name, password, shown } = sent;
  const { correlationId } = request;
  const { address } = clientOrigin(request);
  const by = await signatures.confirm(viewer, { name, password, address, correlationId });
  return { by, ...(shown !== undefined && { shown }) };
}
