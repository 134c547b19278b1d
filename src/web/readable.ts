// What is wrong with a request about a record is told to whoever may read the record: to others it is refused as looking is.
import type { Request } from 'express';
import { Refused } from '../domain/refusal.js';
import type { Sources } from '../query-handling/ports.js';
import type { RecordsQuestion } from '../query-handling/records/records-view.js';
import { recordById } from '../query-handling/records/record-by-id.js';
import { waitForOwnWrites } from './wait-for-own-writes.js';

/** What `read` makes of the request. Commands have a gate of their own; here it is asked only where there is none to send. */
export async function readable<T>(
  { sources, request }: { readonly sources: Sources; readonly request: Request },
  asked: RecordsQuestion,
  id: string,
  read: () => T,
): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await waitForOwnWrites(request, sources.readModels);
    await recordById(sources, asked, id);
    throw error;
  }
}
