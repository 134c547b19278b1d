// Ids of events derive from the command and what it says: the same at the same place has the same id, and is written once.
import { uuidOfText } from './derived-uuid.js';

/**
 * A UUID in the layout of version 8 (RFC 9562), of the command, the place its event will have, and what it says. Without the
 * last, an engine would take the event of somebody else with the same command id for one that it has already.
 */
export const eventId = (commandId: string, stream: string, version: number, says: string): string =>
  uuidOfText(`${commandId}\n${stream}\n${version}\n${says}`);
