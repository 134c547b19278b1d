import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { toDescribedMember, type EventMember } from '#domain/event.js';
import { eventTypes } from '#domain/event-types.js';

const RECORDED = new URL('event-visibility.json', import.meta.url);

/** `record.assigned.to` → visibility, sealing, and whether it holds ids. */
const visibilities = () =>
  Object.fromEntries(
    Object.entries(eventTypes).flatMap(([type, { members }]) =>
      Object.entries(members as Readonly<Record<string, EventMember>>).map(([name, member]) => {
        const { visibility, sealed, ids } = toDescribedMember(member);
        return [
          `${type}.${name}`,
          [visibility, ...(sealed ? ['sealed'] : []), ...(ids ? ['ids'] : [])].join(', '),
        ];
      }),
    ),
  );

describe('who sees a member of an event', () => {
  it('is what event-visibility.json says, so that no change of code opens one unnoticed', () => {
    expect(visibilities()).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')));
  });
});
