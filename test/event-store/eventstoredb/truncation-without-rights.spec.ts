// A stream that may not or cannot be read is not reported as truncated.
import { describe, expect, it } from '@jest/globals';
import { EventStoreRightMissing } from '#event-store/event-store.js';
import { HealthIssues } from '#platform/health-issues.js';
import { comments, newStream } from '../sample-events.js';
import { openStore, startServer } from './open-test-store.js';

describe('given a stream of ours of which something is said', () => {
  it('when Daybook may not read it, then the missing right is reported, not a truncation', async () => {
    const credentials = 'daybook:geheim';
    const server = await startServer({ tls: true, credentials });
    const troubles = new HealthIssues();
    const store = await openStore(server.url.replace('//', `//${credentials}@`), { healthIssues: troubles });
    const stream = newStream();
    await store.append(stream, comments(3), 0);
    server.log.setMetadata(stream, { $maxCount: 9 });
    expect(await store.findTruncatedStreams!(() => true)).toEqual([]);
    server.forbid('read', stream);
    await expect(store.findTruncatedStreams!(() => true)).rejects.toThrow(EventStoreRightMissing);
    expect(troubles.all().map(({ key }) => key)).toEqual(['rights in the event store']);
  });
});
